import ArgumentParser
import EventLog
import GlimpDomain
import GlimpReadModels
import GlimpService

struct ActivityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity", abstract: "Count what happens: events, answers, and how long they take.",
        discussion: """
            Numbers and usernames only, nothing that anybody said or showed. Days are of UTC. Each thing counts when it \
            happened: what was asked yesterday and answered today is asked yesterday and answered today.

            The rate is of requests that were closed: answered, declined, cancelled or expired. The median time to \
            answer is right to half a second or 1.6 %, whichever is more.

              glimp activity
              glimp activity --days 7
              glimp activity --by day --days 90
              glimp activity --by person --limit 20
              glimp activity --person ada
            """)

    enum Kind: String, CaseIterable, ExpressibleByArgument { case type, day, person }

    @Option(help: "What is counted apart: type, day or person (default: type).")
    var by: Kind?

    @Option(help: "So many days, today included (default: all; 30 by day). Not of people.")
    var days: Int?

    @Option(help: "Only what this person did.")
    var person: String?

    @Option(help: "People a page, 1 to 500.")
    var limit = PageRequest.defaultLimit

    @Option(help: "Go on where an earlier page of people ended.")
    var cursor: String?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if let days, !(1...activityDaysMaximum).contains(days) {
            throw ValidationError("--days is 1 to \(activityDaysMaximum)")
        }
        if person != nil, by == .type || by == .day { throw ValidationError("--person is by person") }
        if days != nil, by == .person || person != nil {
            throw ValidationError("of people there are no days, only all of them")
        }
        if cursor != nil, by != .person { throw ValidationError("--cursor is for --by person") }
        do { _ = try page } catch { throw ValidationError("--limit: \(error.message)") }
    }

    private var page: PageRequest {
        get throws(ReadModelError) { try PageRequest(limit: limit, cursor: cursor) }
    }

    func run() async throws {
        try await data.withDirectory { glimp in
            let person = try person.map { try glimp.people.named($0) }
            await glimp.catchUpOrNote([GlimpReadModels.accounts, GlimpReadModels.activity])
            try await answer(person, glimp.readModels).write(asJSON: json.isSet)
        }
    }

    private func answer(_ person: UserID?, _ models: ReadModels) async throws -> any AnswerView {
        let now = Timestamp.now()
        if let person { return PersonalActivityView(try await models.activity(of: person)) }
        switch by ?? .type {
        case .type: return ActivityView(try models.activity(days: days, at: now))
        case .day: return ActivityDaysView(try models.activityByDay(days: days ?? 30, at: now))
        case .person: return ActivityPeopleView(try await models.activityByPerson(page))
        }
    }
}
