import Credentials
import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird

/// The feeds, their snaps, and the pictures that anybody can post.
struct FeedEndpoints: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    var endpoints: [Endpoint] {
        let groups = [GlimpReadModels.feeds]
        return [
            interface.read(
                "/v1/feeds", "feeds", "Every feed in its order, an empty one too, with its newest snaps.", .feeds,
                [.snapsOfEach], from: groups
            ) { models, me, call in
                let answer = try await models.feeds(for: me, limit: try call.page.limit)
                return (answer.position, FeedsJSON(answer, at: interface.glimp.clock.now()))
            },
            interface.read(
                "/v1/feeds/{feed}", "feed", "The snaps of a feed, newest first.", .feed,
                [.feed, .limit, .cursor], from: groups
            ) { models, me, call in
                let answer = try await models.feed(try call.path("feed"), for: me, try call.page)
                return (
                    answer.position, FeedJSON(answer.value, at: interface.glimp.clock.now(), position: answer.position)
                )
            },
            picture(.get, "snapPicture", "The picture of a snap that one has opened: once, and not for long."),
            picture(.head, "headSnapPicture", "Whether the picture could be fetched now. Uses up nothing."),
            Endpoint(
                method: .get, path: "/v1/catalogue", id: "catalogue",
                summary: "The names of the predefined pictures that PostSnap takes.", access: .everyone,
                answers: [.init(status: .ok, summary: "The names.", content: .init(shape: .catalogue))]
            ) { _ in
                try JSONAnswer.response(["pictures": PictureCatalogue.names])
            },
            Endpoint(
                method: .get, path: "/v1/catalogue/{picture}", id: "cataloguePicture", summary: "A predefined picture.",
                access: .everyone,
                parameters: [
                    .init(
                        name: "picture", place: .path, summary: "Its name.",
                        shape: .string(oneOf: PictureCatalogue.names), isRequired: true)
                ],
                answers: [
                    .init(
                        status: .ok, summary: "The picture.",
                        content: .init(type: PictureCatalogue.mime, shape: .binary))
                ],
                problems: [.notFound], respond: cataloguePicture),
        ]
    }

    private func picture(_ method: HTTPRequest.Method, _ id: String, _ summary: String) -> Endpoint {
        let content = method == .head ? nil : Endpoint.Content(type: "image/*", shape: .binary)
        return Endpoint(
            method: method, path: "/v1/snaps/{snap}/picture", id: id, summary: summary,
            parameters: [
                .init(name: "snap", place: .path, summary: "The id of the snap.", shape: .id, isRequired: true)
            ],
            answers: [.init(status: .ok, summary: "All of it.", content: content)],
            problems: [.notFound, .conflict, .gone], respond: snapPicture)
    }

    /// No validator, no ranges, nothing to be kept: there is no second time.
    private func snapPicture(_ call: Call) async throws -> Response {
        let me = try call.person
        guard let snap = SnapID(try call.path("snap")) else { throw Problem(.snapNotFound) }
        var headers: HTTPFields = [.cacheControl: "no-store", .acceptRanges: "none"]
        guard call.request.method != .head else {
            // What a GET would say (RFC 9110, section 9.3.2).
            let content = try await UnreadableMedia.told {
                try await interface.glimp.look(at: snap, by: me.user, in: me.session.uuid)
            }
            headers[.contentType] = content.mime
            headers[.contentLength] = String(content.bytes)
            return Response(status: .ok, headers: headers)
        }
        let content = try await UnreadableMedia.told {
            try await interface.glimp.fetch(snap, by: me.user, in: me.session.uuid)
        }
        headers[.contentType] = content.mime
        return Response(status: .ok, headers: headers, body: ResponseBody(content, 0..<content.bytes, interface.logger))
    }

    private func cataloguePicture(_ call: Call) throws -> Response {
        guard let bytes = PictureCatalogue.bytes(of: try call.path("picture")) else {
            throw Problem("picture_not_found", "The catalogue has no such picture.")
        }
        let content = MediaContent(bytes, mime: PictureCatalogue.mime)
        let headers: HTTPFields = [.contentType: content.mime, .cacheControl: "public, max-age=86400"]
        return Response(status: .ok, headers: headers, body: ResponseBody(content, 0..<content.bytes, interface.logger))
    }
}

extension Endpoint.Parameter {
    fileprivate static let snapsOfEach = Endpoint.Parameter(
        name: "limit", place: .query, summary: "Snaps of each feed.",
        shape: .integer(minimum: 1, maximum: FeedSection.maximumInOverview))
    fileprivate static let feed = Endpoint.Parameter(
        name: "feed", place: .path, summary: "An id, or a name regardless of case.", isRequired: true)
}
