import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird
import Projections

extension Interface {
    /// What a read answers with: a value, and the position that it is true for.
    typealias Reading = @Sendable (ReadModels, UserID, Call) async throws -> (Position, any Encodable & Sendable)

    /// One read of somebody signed in: waits for a position when it is told to, then answers with its own.
    /// - Parameter groups: what it is answered from.
    func read(
        _ path: String, _ id: String, _ summary: String, _ shape: Shape, _ parameters: [Endpoint.Parameter] = [],
        from groups: [ProjectionGroup], _ reading: @escaping Reading
    ) -> Endpoint {
        Endpoint(
            method: .get, path: path, id: id, summary: summary, parameters: parameters + [.waitFor, .ifNoneMatch],
            answers: [
                .init(
                    status: .ok, summary: "The answer.", content: .init(shape: shape),
                    headers: ["Glimp-Position", "ETag"]),
                .init(status: .notModified, summary: "As it was.", headers: ["Glimp-Position", "ETag"]),
            ],
            problems: [.notFound, .unprocessableContent, .gatewayTimeout]
        ) { call in
            let me = try call.person.user
            try await waitIfAsked(call.request, for: groups)
            let (position, value) = try await reading(glimp.readModels, me, call)
            return try JSONAnswer.read(value, at: position, for: call.request)
        }
    }

    /// The person that an id or a username means.
    func person(_ text: String) throws -> UserID {
        if let id = UserID(text) { return id }
        guard let user = try glimp.people.find(text) else { throw ReadModelError.userNotFound }
        return user
    }
}
