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

            Of public photos, as USERNAME sees them:
              photos         those of OTHER, or of USERNAME's own, newest first
              photo          the photo OTHER, by its id, with likes and comments
              albums         those of OTHER, or of USERNAME's own, newest first
              album          the album OTHER, by its id, with its photos in their order
              search         by --text, words of the title, and by --tags; newest first
              nearby         within --distance of --lat and --lon, nearest first

            For example: glimp query shared ada bob --limit 10
            """)

    enum Question: String, CaseIterable, ExpressibleByArgument {
        case accounts, friends, invitations, requests, gallery, sent, shared, notifications, feeds, feed, home
        case photos, photo, albums, album, search, nearby

        /// What it is answered from.
        var groups: [ProjectionGroup] {
            switch self {
            case .accounts: [GlimpReadModels.accounts]
            case .feeds, .feed: [GlimpReadModels.accounts, GlimpReadModels.feeds]
            case .photos, .photo, .albums, .album, .search, .nearby: [GlimpReadModels.accounts, GlimpReadModels.photos]
            default: [GlimpReadModels.accounts, GlimpReadModels.collections]
            }
        }

        /// What OTHER may be; nil: there is none.
        var other: String? {
            switch self {
            case .shared: "the other person"
            case .feed: "which feed"
            case .photo: "the photo's id"
            case .album: "the album's id"
            case .photos, .albums: "whose"
            default: nil
            }
        }

        var needsOther: Bool { other != nil && self != .photos && self != .albums }
    }

    @Argument(
        help: ArgumentHelp("\(Question.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "question"))
    var question: Question

    @Argument(help: "Whose.")
    var username: String

    @Argument(
        help: """
            The other person of `shared`, whose `photos` or `albums`, the name or id of a `feed`, or the id of a `photo` or \
            an `album`.
            """)
    var other: String?

    @Option(help: "Items a page, 1 to 500 (default: 50; 100 of `photos`).")
    var limit: Int?

    @Option(help: "Go on where an earlier page of the same list ended.")
    var cursor: String?

    @Flag(help: "Only what is unread, for `notifications`.")
    var unread = false

    @OptionGroup var found: PublicPhotoOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if question.needsOther, let what = question.other, other == nil {
            throw ValidationError("`\(question.rawValue)` needs \(what): OTHER")
        }
        if question.other == nil, let other { throw ValidationError("unexpected argument \(other)") }
        try found.validate(for: question)
        if question != .notifications, unread { throw ValidationError("--unread is for `notifications`") }
        if [.home, .accounts, .feeds].contains(question), cursor != nil {
            throw ValidationError("`\(question.rawValue)` has no pages; ask for the list itself")
        }
        do { _ = try page } catch { throw ValidationError("--limit: \(error.message)") }
        if question == .search { do { _ = try found.search } catch { throw ValidationError(error.message) } }
        if question == .nearby { _ = try found.nearby }
    }

    private var page: PageRequest {
        get throws(ReadModelError) {
            let byDefault = question == .photos ? PageRequest.photosByDefault : PageRequest.defaultLimit
            return try PageRequest(limit: limit ?? byDefault, cursor: cursor)
        }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let user = try glimp.people.named(username)
            await glimp.catchUpOrNote(question.groups)
            try await answer(user, glimp).write(asJSON: json.isSet)
        }
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
            let other = try glimp.people.named(other ?? "")
            return GlimpsView(try await models.shared(user, with: other, page))
        case .notifications:
            return NotificationsView(try await models.notifications(of: user, onlyUnread: unread, at: now, page))
        case .feeds: return FeedsView(try await models.feeds(for: user, limit: page.limit), at: now)
        case .feed: return FeedView(try await models.feed(other ?? "", for: user, page), at: now)
        case .home: return HomeView(try await models.home(of: user, at: now, limit: page.limit), at: now)
        case .photos, .photo, .albums, .album, .search, .nearby: return try await publicAnswer(user, page, glimp)
        }
    }
}
