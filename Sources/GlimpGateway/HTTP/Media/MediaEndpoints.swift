import EventLog
import GlimpDomain
import GlimpService
import HTTPTypes
import Hummingbird
import NIOCore
import MediaWork

/// Photos: uploading them, and fetching those that one may see.
struct MediaEndpoints: EndpointRoom {
    private let interface: Interface
    private let places: Places
    private var store: MediaStore { interface.glimp.media }

    init(_ interface: Interface) {
        self.interface = interface
        places = Places(
            interface.configuration.uploads, ofPerson: interface.configuration.uploadsOfPerson, "uploads",
            code: "too_many_uploads")
    }

    var endpoints: [Endpoint] {
        let content = "/v1/media/{media}"
        let rendition = content + "/{rendition}"
        return [
            Endpoint(
                method: .post, path: "/v1/media", id: "upload",
                summary:
                    "Upload a photo: JPEG, PNG, WebP, HEIC or GIF; or a video: MP4 or QuickTime. It is kept upright and without what its camera "
                    + "wrote into it, which only this answer tells. The same again is the same upload.",
                parameters: [
                    .init(
                        name: "crop", place: .query,
                        summary: "The part to keep, as it is seen: `square`, at the centre, or `x,y,size` in pixels.")
                ],
                body: .init(type: "*/*", shape: .binary),
                answers: [
                    .init(
                        status: .created, summary: "Kept.", content: .init(shape: MediaJSON.shape),
                        headers: ["Location"])
                ],
                problems: [.unprocessableContent], respond: upload),
            fetch(.get, content, "fetchMedia", "A photo or a video, if one may see it."),
            fetch(.head, content, "headMedia", "What a photo or a video is, if one may see it."),
            fetch(
                .get, rendition, "fetchRendition",
                "A photo in a smaller size, WebP if that is accepted, else JPEG; a video has none."),
            fetch(.head, rendition, "headRendition", "What a photo in a smaller size is."),
        ]
    }

    private func fetch(_ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String) -> Endpoint {
        var parameters: [Endpoint.Parameter] = [
            .init(name: "media", place: .path, summary: "The id of the upload.", shape: .id, isRequired: true)
        ]
        if path.hasSuffix("{rendition}") {
            parameters.append(
                .init(
                    name: "rendition", place: .path,
                    summary: "Which size: a square of 75 or 150 pixels, or the longest side; never enlarged.",
                    shape: .string(oneOf: Rendition.allCases.map(\.rawValue)), isRequired: true))
        }
        let content = Endpoint.Content(type: path.hasSuffix("{rendition}") ? "image/*" : "*/*", shape: .binary)
        var answers: [Endpoint.Answer] = [
            .init(
                status: .ok, summary: "All of it.", content: method == .head ? nil : content,
                headers: ["ETag", "Accept-Ranges"]),
            .init(status: .notModified, summary: "As it was.", headers: ["ETag"]),
        ]
        var problems: [HTTPResponse.Status] = [.notFound]
        parameters.append(.ifNoneMatch)
        if method == .get {
            parameters.append(.init(name: "Range", place: .header, summary: "One range of bytes."))
            parameters.append(.init(name: "If-Range", place: .header, summary: "The ETag that the range is of."))
            answers.append(
                .init(
                    status: .partialContent, summary: "The range.", content: content,
                    headers: ["ETag", "Content-Range"]))
            problems.append(.rangeNotSatisfiable)
        }
        return Endpoint(
            method: method, path: path, id: id, summary: summary, access: .anybodySignedIn, parameters: parameters,
            answers: answers, problems: problems, respond: respond)
    }

    private func upload(_ call: Call) async throws -> Response {
        let me = try call.person.user
        // What says that it is too large is not read at all.
        if let length = call.request.headers[.contentLength].flatMap({ Int($0) }), length > store.limits.bytes(of: nil)
        {
            throw store.limits.tooLarge(nil)
        }
        let crop = try call.query("crop").map { text throws(MediaError) in
            guard let crop = Crop(text) else { throw .invalidCrop }
            return crop
        }
        let place = try places.take(me)
        defer { withExtendedLifetime(place) {} }
        let incoming = try await receive(call)
        let upload = try await store.keep(incoming, of: me, crop: crop ?? .none)
        var response = try JSONAnswer.response(MediaJSON(upload), status: .created)
        response.headers[.location] = "/v1/media/\(upload.record.media)"
        return response
    }

    private func receive(_ call: Call) async throws -> IncomingFile {
        do {
            return try await interface.configuration.patienceForUpload.read(call) { [store] pieces in
                try await store.receive(pieces.map(\.readableBytesView))
            }
        } catch let error
            where error is MediaError || error is EventLogError || error is Problem || error is CancellationError
        {
            throw error
        } catch {
            throw Problem.brokenBody
        }
    }

    /// One answer for what is not there, and for whoever may not know of it: operators too.
    private static let notFound = Problem("not_found", "There is no such photo.")

    private func respond(_ call: Call) async throws -> Response {
        guard case .person(let viewer, _) = call.caller, let media = MediaID(try call.path("media")) else {
            throw Self.notFound
        }
        guard let record = try interface.glimp.upload(media, fetchedBy: viewer) else {
            throw try interface.glimp.hasSeen(media, as: viewer) ? Problem(.snapAlreadyViewed) : Self.notFound
        }
        guard call.context.parameters.get("rendition") != nil else {
            return try await UnreadableMedia.told {
                let content = try await store.content(of: record)
                return try await MediaAnswer("\(media)", content, to: call.request, interface.logger).response()
            }
        }
        guard let rendition = Rendition(rawValue: try call.path("rendition")) else {
            let names = Rendition.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem("rendition_not_found", "There is no such size, `rendition`: there are \(names).")
        }
        let format: Rendition.Format = Accepted.webP(call.request.headers[values: .accept]) ? .webp : .jpeg
        let name = "\(RenditionName(media, rendition, format))"
        return try await UnreadableMedia.told {
            let content = try await store.content(of: record, at: rendition, as: format)
            return try await MediaAnswer(name, varies: true, content, to: call.request, interface.logger).response()
        }
    }
}
