import EventLog
import Foundation
import GRPCCore
import GlimpDomain
import GlimpReadModels
import GlimpSchemas
import GlimpService
import GlimpServices
import SwiftProtobuf
import Testing

@testable import GlimpGateway

@Suite struct NotificationQueryTests {
    @Test func whatHTTPAnswersIsAnsweredHereToo() async throws {
        let names = ["findUser": "findByUsername"]
        try await withHTTPGateway { http in
            // What a snap shows is fetched over HTTP alone.
            let feeds = FeedEndpoints(http.interface).endpoints.filter { $0.path.hasPrefix("/v1/feeds") }
            let endpoints =
                ReadEndpoints(http.interface).endpoints + PhotoEndpoints(http.interface).endpoints + feeds
            let reads = Set(endpoints.map { names[$0.id] ?? $0.id })
            let calls = Glimp_V1_Queries.Method.descriptors.map(\.method).map {
                $0.prefix(1).lowercased() + $0.dropFirst()
            }
            #expect(reads == Set(calls))
        }
    }

    @Test func whatWasToldIsUnreadUntilItIsReadOrOver() async throws {
        try await withGateway { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            try await gateway.befriend(ada, bob)
            let request = UUID().uuidString.lowercased()
            let asked = try await gateway.send(
                Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["bob"], [request]) }, ada)
            try await gateway.glimp.catchUpReadModels()

            let all = try await gateway.queries.notifications(.init(), metadata: bob.metadata)
            #expect(all.position == asked.position && all.notifications.total == 2 && all.unread == 1)
            #expect(all.readThrough == 0 && !all.notifications.hasCursor)
            let (newest, oldest) = (all.notifications.items[0], all.notifications.items[1])
            #expect(newest.position == asked.position && newest.kind == .glimpRequested && newest.unread)
            #expect(newest.request == request && newest.hasExpiresAt && newest.hasAt && newest.ending == .unspecified)
            #expect((3_500...3_600).contains(newest.secondsLeft) && newest.who.username == "ada")
            #expect(oldest.kind == .friendInvited && oldest.ending == .accepted && !oldest.unread)
            #expect(!oldest.hasRequest && !oldest.hasExpiresAt && !oldest.hasSecondsLeft)

            let unread = try await gateway.queries.notifications(
                .with { $0.onlyUnread = true }, metadata: bob.metadata)
            #expect(unread.notifications.items.map(\.position) == [asked.position] && unread.notifications.total == 1)
            let home = try await gateway.queries.home(.init(), metadata: bob.metadata)
            #expect(home.unreadNotifications.items.map(\.position) == [asked.position])
            #expect(home.unreadNotifications.total == 1)
            let page = try await gateway.queries.notifications(.with { $0.limit = 1 }, metadata: bob.metadata)
            let rest = try await gateway.queries.notifications(
                .with { ($0.limit, $0.cursor) = (1, page.notifications.cursor) }, metadata: bob.metadata)
            #expect((page.notifications.items + rest.notifications.items) == [page.notifications.items[0], oldest])

            try await gateway.send(Glimp_V1_MarkNotificationsRead.with { $0.position = asked.position }, bob)
            try await gateway.glimp.catchUpReadModels()
            let read = try await gateway.queries.notifications(.init(), metadata: bob.metadata)
            #expect(read.unread == 0 && read.readThrough == asked.position && !read.notifications.items[0].unread)
        }
    }

    /// Changes, applied to a copy of any position, give the copy that is true now; and each kind of row is carried.
    @Test func changesBringACopyUpToDate() async throws {
        try await withGateway { gateway in
            let (ada, bob) = (try await gateway.register("ada"), try await gateway.register("bob"))
            _ = try await gateway.register("cid")
            let ids = (0..<2).map { _ in UUID().uuidString.lowercased() }
            var copies: [(position: UInt64, rows: Copy)] = [(0, [:])]
            var kinds: Set<Glimp_V1_Collection> = []
            let steps: [@Sendable () async throws -> Void] = [
                { try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "bob" }, ada) },
                { try await gateway.send(Glimp_V1_AcceptFriend.with { $0.inviter = "ada" }, bob) },
                { try await gateway.send(Glimp_V1_InviteFriend.with { $0.friend = "cid" }, ada) },
                {
                    try await gateway.send(
                        Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["bob"], [ids[0]]) }, ada)
                },
                {
                    try await gateway.send(
                        Glimp_V1_RequestGlimp.with { ($0.friends, $0.requests) = (["ada"], [ids[1]]) }, bob)
                },
                { try await gateway.answer(ids[0], by: bob) },
                { try await gateway.answer(ids[1], by: ada) },
                { try await gateway.send(Glimp_V1_MarkNotificationsRead.with { $0.position = 4 }, ada) },
                {
                    try await gateway.send(
                        Glimp_V1_SetNotificationPreferences.with { $0.pushed = [.friendInvited] }, ada)
                },
                { try await gateway.send(Glimp_V1_CancelInvitation.with { $0.invited = "cid" }, ada) },
                {
                    try await gateway.send(
                        Glimp_V1_InviteFriend.with { $0.friend = "ada" }, try await gateway.register("eve"))
                },
            ]
            for step in steps {
                try await step()
                try await gateway.glimp.catchUpReadModels()
                let head = try gateway.glimp.log.head().rawValue
                let whole = try await gateway.copy([:], since: 0, pages: 500, ada)
                for copy in copies {
                    for pages: UInt32 in [1, 3] {
                        let now = try await gateway.copy(copy.rows, since: copy.position, pages: pages, ada)
                        #expect(now == whole, "from \(copy.position) to \(head) in pages of \(pages)")
                    }
                }
                copies.append((head, whole))
                kinds.formUnion(whole.values.map(\.collection))
            }
            #expect(kinds == Set(Glimp_V1_Collection.allCases.filter { $0 != .unspecified }))
            try await expectError(.invalidArgument, "invalid_position") {
                try await gateway.queries.changes(.with { $0.since = 1_000 }, metadata: ada.metadata)
            }
        }
    }
}

/// Rows by collection and key.
private typealias Copy = [String: Glimp_V1_Change]

extension TestGateway {
    fileprivate func copy(
        _ copy: Copy, since: UInt64, pages: UInt32, _ person: SignedIn
    ) async throws -> Copy {
        var copy = copy
        var request = Glimp_V1_ChangesRequest.with { ($0.since, $0.limit) = (since, pages) }
        while true {
            let page = try await queries.changes(request, metadata: person.metadata)
            for change in page.items {
                let name = "\(change.collection) \(change.key)"
                #expect(change.row.map { $0.fits(change.collection) } ?? true, "\(name): \(change)")
                // Where it changed is no part of the row.
                copy[name] = change.row == nil ? nil : change.with { $0.position = 0 }
            }
            guard page.hasCursor else { return copy }
            request.cursor = page.cursor
        }
    }

    /// As an import would: over gRPC one has to upload the photo first.
    fileprivate func answer(_ request: String, by person: SignedIn) async throws {
        let answer = Glimp_V1_AnswerGlimp.with { ($0.request, $0.photo) = (request, .square(request)) }
        _ = try await glimp.commands.execute(
            try CommandCatalogue.receive("AnswerGlimp", binary: try answer.serializedBytes()),
            by: .onBehalf(person.user), id: nil)
    }
}

extension Glimp_V1_Change {
    fileprivate func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Glimp_V1_Change.OneOf_Row {
    fileprivate func fits(_ collection: Glimp_V1_Collection) -> Bool {
        switch (self, collection) {
        case (.profile, .profile), (.friend, .friends), (.sharedGlimps, .sharedGlimps): true
        case (.invitation, .incomingInvitations), (.invitation, .outgoingInvitations): true
        case (.request, .incomingRequests), (.request, .outgoingRequests), (.glimp, .received), (.glimp, .sent): true
        case (.notification, .notifications), (.readThrough, .readThrough): true
        case (.pushedNotifications, .pushedNotifications): true
        default: false
        }
    }
}
