import ArgumentParser
import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService
import Projections

struct QueryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Ask the read models about a person.",
        discussion: """
            What to ask:
              accounts       the person's profile
              friends        most shared glimps first, those with an open request to them last
              invitations    incoming and outgoing
              requests       open requests, soonest to expire first
              gallery        glimps received, newest answer first
              sent           glimps sent, newest answer first
              shared         glimps between USERNAME and OTHER, newest first
              notifications  what the person was told, newest first; with --unread only what is unread
              home           the beginning of requests, friends, invitations and unread notifications, at one position

            For example: glimp query shared ada bob --limit 10
            """)

    enum Question: String, CaseIterable, ExpressibleByArgument {
        case accounts, friends, invitations, requests, gallery, sent, shared, notifications, home

        /// What it is answered from.
        var groups: [ProjectionGroup] {
            self == .accounts ? [GlimpReadModels.accounts] : [GlimpReadModels.accounts, GlimpReadModels.collections]
        }
    }

    @Argument(help: "accounts, friends, invitations, requests, gallery, sent, shared, notifications or home.")
    var question: Question

    @Argument(help: "Whose.")
    var username: String

    @Argument(help: "The other person, for `shared`.")
    var other: String?

    @Option(help: "Items a page, 1 to 500.")
    var limit = PageRequest.defaultLimit

    @Option(help: "Go on where an earlier page of the same list ended.")
    var cursor: String?

    @Flag(help: "Only what is unread, for `notifications`.")
    var unread = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if question == .shared, other == nil { throw ValidationError("`shared` needs the other person: OTHER") }
        if question != .shared, let other { throw ValidationError("unexpected argument \(other)") }
        if question != .notifications, unread { throw ValidationError("--unread is for `notifications`") }
        if question == .home || question == .accounts, cursor != nil {
            throw ValidationError("`\(question.rawValue)` has no pages; ask for the list itself")
        }
        do { _ = try page } catch { throw ValidationError("--limit: \(error.message)") }
    }

    private var page: PageRequest {
        get throws(ReadModelError) { try PageRequest(limit: limit, cursor: cursor) }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let user = try find(username, in: glimp)
            do { try await glimp.catchUpReadModels(question.groups) } catch { Terminal.note("glimp: \(error)") }
            let view = try await answer(user, glimp)
            if json.isSet { print(try view.json()) } else { view.print() }
        }
    }

    private func find(_ name: String, in glimp: GlimpDirectory) throws -> UserID {
        guard let user = try glimp.people.find(name) else {
            throw Failure(.refused, "user_not_found: there is no user \(name)")
        }
        return user
    }

    private func answer(_ user: UserID, _ glimp: GlimpDirectory) async throws -> any AnswerView {
        let models = glimp.readModels
        let now = Timestamp.now()
        let page = try page
        switch question {
        case .accounts: return ProfileView(try models.profile(of: user, own: true))
        case .friends: return FriendsView(try await models.friends(of: user, at: now, page), at: now)
        case .invitations: return InvitationsView(try await models.invitations(of: user, page))
        case .requests: return RequestsView(try await models.requests(of: user, at: now, page))
        case .gallery: return GlimpsView(try await models.gallery(of: user, .newestFirst, page))
        case .sent: return GlimpsView(try await models.sent(by: user, .newestFirst, page))
        case .shared:
            let other = try find(other ?? "", in: glimp)
            return GlimpsView(try await models.shared(user, with: other, page))
        case .notifications:
            return NotificationsView(try await models.notifications(of: user, onlyUnread: unread, at: now, page))
        case .home: return HomeView(try await models.home(of: user, at: now, limit: limit), at: now)
        }
    }
}
