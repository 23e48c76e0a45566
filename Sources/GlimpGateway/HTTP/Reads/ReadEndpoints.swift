import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird

/// The lists of the person who is signed in, and the profiles of others.
struct ReadEndpoints: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    var endpoints: [Endpoint] {
        [
            read("/v1/me", "me", "One's own profile.", .profile) { models, me, call in
                let answer = try models.profile(of: me, own: true)
                return (answer.position, ProfileJSON(answer))
            },
            interface.read(
                "/v1/users/by-name/{username}", "findUser", "Somebody, by username.", .profile, [.username],
                from: [GlimpReadModels.photos]
            ) { models, me, call in
                let answer = try models.profile(username: try call.path("username"), for: me)
                return (answer.position, ProfileJSON(answer))
            },
            read("/v1/home", "home", "The beginning of every list, at one position.", .home, [.limit]) {
                models, me, call in
                let now = interface.glimp.clock.now()
                let answer = try await models.home(of: me, at: now, limit: try call.page.limit)
                return (answer.position, HomeJSON(answer, at: now))
            },
            read(
                "/v1/friends", "friends", "Most shared glimps first; those with an open request last.",
                .page(of: .friend), [.limit, .cursor]
            ) { models, me, call in
                let now = interface.glimp.clock.now()
                let answer = try await models.friends(of: me, at: now, try call.page)
                return (answer.position, ListJSON(answer.value, at: answer.position) { FriendJSON($0, at: now) })
            },
            read(
                "/v1/invitations", "invitations", "Open invitations, newest first.", .bothWays(.invitation),
                [.limit, .cursor]
            ) { models, me, call in
                let answer = try await models.invitations(of: me, try call.page)
                return (answer.position, InvitationsJSON(answer))
            },
            read(
                "/v1/requests", "requests", "Open requests, soonest to expire first.", .bothWays(.request),
                [.limit, .cursor]
            ) { models, me, call in
                let answer = try await models.requests(of: me, at: interface.glimp.clock.now(), try call.page)
                return (answer.position, RequestsJSON(answer))
            },
            glimps("/v1/glimps/received", "received", "Glimps one asked for and got.") { models, me, call in
                try await models.gallery(of: me, try call.order, try call.page)
            },
            glimps("/v1/glimps/sent", "sent", "Glimps one sent.") { models, me, call in
                try await models.sent(by: me, try call.order, try call.page)
            },
            read(
                "/v1/glimps/shared/{user}", "shared", "Glimps between oneself and another, newest first.",
                .page(of: .glimp), [.user, .limit, .cursor]
            ) { models, me, call in
                let answer = try await models.shared(
                    me, with: try interface.person(try call.path("user")), try call.page)
                return (answer.position, ListJSON(answer.value, at: answer.position, GlimpJSON.init))
            },
            read(
                "/v1/notifications", "notifications", "What one was told, newest first.", .notifications,
                [.limit, .cursor, .unread]
            ) { models, me, call in
                let onlyUnread = try call.onlyUnread
                let answer = try await models.notifications(
                    of: me, onlyUnread: onlyUnread, at: interface.glimp.clock.now(), try call.page)
                return (answer.position, NotificationsJSON(answer))
            },
            read(
                "/v1/changes", "changes", "What was put or removed in one's collections since a position.", .changes,
                [.since, .limit, .cursor]
            ) { models, me, call in
                let answer = try models.changes(for: me, since: try call.since ?? .beginning, try call.page)
                return (answer.position, ChangesJSON(answer))
            },
        ]
    }

    private func glimps(
        _ path: String, _ id: String, _ summary: String,
        _ list: @escaping @Sendable (ReadModels, UserID, Call) async throws -> Answer<Page<Glimp>>
    ) -> Endpoint {
        read(path, id, summary, .page(of: .glimp), [.limit, .cursor, .order]) { models, me, call in
            let answer = try await list(models, me, call)
            return (answer.position, ListJSON(answer.value, at: answer.position, GlimpJSON.init))
        }
    }

    private func read(
        _ path: String, _ id: String, _ summary: String, _ shape: Shape, _ parameters: [Endpoint.Parameter] = [],
        _ reading: @escaping Interface.Reading
    ) -> Endpoint {
        interface.read(
            path, id, summary, shape, parameters, from: [GlimpReadModels.collections],
            reading)
    }
}
