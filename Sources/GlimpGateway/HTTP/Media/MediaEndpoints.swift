import EventLog
import GlimpDomain
import GlimpService
import HTTPTypes
import Hummingbird
import NIOCore

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
                summary: "Upload a photo, JPEG or PNG, as it is; the same again is the same upload.",
                body: .init(type: "*/*", shape: .binary),
                answers: [
                    .init(
                        status: .created, summary: "Kept.", content: .init(shape: MediaJSON.shape),
                        headers: ["Location"])
                ],
                problems: [.unprocessableContent], respond: upload),
            fetch(.get, content, "fetchMedia", "A photo, if one may see it."),
            fetch(.head, content, "headMedia", "What a photo is, if one may see it."),
            fetch(.get, rendition, "fetchRendition", "A photo in another size; there are none yet."),
            fetch(.head, rendition, "headRendition", "What a photo in another size is; there are none yet."),
        ]
    }

    private func fetch(_ method: HTTPRequest.Method, _ path: String, _ id: String, _ summary: String) -> Endpoint {
        var parameters: [Endpoint.Parameter] = [
            .init(name: "media", place: .path, summary: "The id of the upload.", shape: .id, isRequired: true)
        ]
        if path.hasSuffix("{rendition}") {
            parameters.append(.init(name: "rendition", place: .path, summary: "Which size.", isRequired: true))
        }
        let content = Endpoint.Content(type: "image/*", shape: .binary)
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
        if let length = call.request.headers[.contentLength].flatMap({ Int($0) }), length > store.limits.bytes {
            throw store.limits.tooLarge
        }
        let place = try places.take(me)
        defer { withExtendedLifetime(place) {} }
        let record = try await keep(call.request.body, of: me)
        var response = try JSONAnswer.response(MediaJSON(record), status: .created)
        response.headers[.location] = "/v1/media/\(record.media)"
        return response
    }

    private func keep(_ body: RequestBody, of owner: UserID) async throws -> MediaRecord {
        do {
            return try await interface.configuration.patienceForUpload.read(body) { [store] pieces in
                try await store.upload(pieces.map(\.readableBytesView), by: owner)
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
    private static let notFound = Problem(.notFound, "not_found", "There is no such photo.")

    private func respond(_ call: Call) async throws -> Response {
        guard case .person(let viewer, _) = call.caller, call.context.parameters.get("rendition") == nil,
            let media = MediaID(try call.path("media")),
            let record = try interface.glimp.upload(media, fetchedBy: viewer)
        else { throw Self.notFound }
        return try await MediaAnswer(record, to: call.request).response(from: store)
    }
}
