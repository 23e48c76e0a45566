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
              feeds          every feed, as the person sees it, with its newest snaps
              feed           the snaps of the feed OTHER, newest first
              home           the beginning of requests, friends, invitations and unread notifications, at one position

            For example: glimp query shared ada bob --limit 10
            """)

    enum Question: String, CaseIterable, ExpressibleByArgument {
        case accounts, friends, invitations, requests, gallery, sent, shared, notifications, feeds, feed, home

        /// What it is answered from.
        var groups: [ProjectionGroup] {
            switch self {
            case .accounts: [GlimpReadModels.accounts]
            case .feeds, .feed: [GlimpReadModels.accounts, GlimpReadModels.feeds]
            default: [GlimpReadModels.accounts, GlimpReadModels.collections]
            }
        }
    }

    @Argument(
        help: "accounts, friends, invitations, requests, gallery, sent, shared, notifications, feeds, feed or home.")
    var question: Question

    @Argument(help: "Whose.")
    var username: String

    @Argument(help: "The other person, for `shared`; which feed, by name or id, for `feed`.")
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
        if question == .feed, other == nil { throw ValidationError("`feed` needs to know which: OTHER") }
        if question != .shared, question != .feed, let other { throw ValidationError("unexpected argument \(other)") }
        if question != .notifications, unread { throw ValidationError("--unread is for `notifications`") }
        if [.home, .accounts, .feeds].contains(question), cursor != nil {
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
        case .feeds: return FeedsView(try await models.feeds(for: user, limit: limit), at: now)
        case .feed: return FeedView(try await models.feed(other ?? "", for: user, page), at: now)
        case .home: return HomeView(try await models.home(of: user, at: now, limit: limit), at: now)
        }
    }
}
