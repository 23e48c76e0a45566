import EventLog
import GRPCCore
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import GlimpServices

/// `glimp.v1.Queries`: what the person may see who is signed in, and nobody else's collections.
struct QueryCalls: Glimp_V1_Queries.ServiceProtocol {
    let readModels: ReadModels
    let door: PersonDoor
    let call: GRPCCall
    /// The wall clock, for what depends on it.
    let now: @Sendable () -> Timestamp
    /// How long an answer waits for the position that it should be true for.
    let patience: Duration

    func me(
        request: ServerRequest<Glimp_V1_MeRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_ProfileResponse> {
        try await call.unary {
            let person = try door.person(request.metadata)
            let message = request.message
            try await wait(message.hasWaitFor ? message.waitFor : nil, for: GlimpReadModels.accounts)
            return .init(try readModels.profile(of: person, own: true))
        }
    }

    func findByUsername(
        request: ServerRequest<Glimp_V1_FindByUsernameRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_ProfileResponse> {
        try await call.unary {
            let person = try door.person(request.metadata)
            let message = request.message
            try await wait(message.hasWaitFor ? message.waitFor : nil, for: GlimpReadModels.photos)
            return .init(try readModels.profile(username: message.username, for: person))
        }
    }

    func home(
        request: ServerRequest<Glimp_V1_HomeRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_HomeResponse> {
        try await call.unary {
            let person = try door.person(request.metadata)
            let message = request.message
            let limit = message.hasLimit ? Int(message.limit) : PageRequest.defaultLimit
            try await wait(message.hasWaitFor ? message.waitFor : nil)
            return .init(try await readModels.home(of: person, at: now(), limit: limit))
        }
    }

    func friends(
        request: ServerRequest<Glimp_V1_ListRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_FriendsResponse> {
        try await answer(request) { person, page in
            .init(try await readModels.friends(of: person, at: now(), page))
        }
    }

    func invitations(
        request: ServerRequest<Glimp_V1_ListRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_InvitationsResponse> {
        try await answer(request) { person, page in .init(try await readModels.invitations(of: person, page)) }
    }

    func requests(
        request: ServerRequest<Glimp_V1_ListRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_RequestsResponse> {
        try await answer(request) { person, page in
            .init(try await readModels.requests(of: person, at: now(), page))
        }
    }

    func received(
        request: ServerRequest<Glimp_V1_GlimpsRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_GlimpsResponse> {
        try await answer(request) { person, page in
            let order: GlimpOrder = request.message.oldestFirst ? .oldestFirst : .newestFirst
            return .init(try await readModels.gallery(of: person, order, page))
        }
    }

    func sent(
        request: ServerRequest<Glimp_V1_GlimpsRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_GlimpsResponse> {
        try await answer(request) { person, page in
            let order: GlimpOrder = request.message.oldestFirst ? .oldestFirst : .newestFirst
            return .init(try await readModels.sent(by: person, order, page))
        }
    }

    func shared(
        request: ServerRequest<Glimp_V1_SharedRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_GlimpsResponse> {
        try await answer(request) { person, page in
            guard let other = UserID(request.message.user) else {
                throw CallFailure.invalid("user", "a user's id is a UUID: 8-4-4-4-12 hexadecimal digits")
            }
            return .init(try await readModels.shared(person, with: other, page))
        }
    }

    func notifications(
        request: ServerRequest<Glimp_V1_NotificationsRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_NotificationsResponse> {
        try await answer(request) { person, page in
            let onlyUnread = request.message.onlyUnread
            return .init(
                try await readModels.notifications(of: person, onlyUnread: onlyUnread, at: now(), page))
        }
    }

    func changes(
        request: ServerRequest<Glimp_V1_ChangesRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_ChangesResponse> {
        try await answer(request) { person, page in
            .init(try readModels.changes(for: person, since: Position(request.message.since), page))
        }
    }
}
