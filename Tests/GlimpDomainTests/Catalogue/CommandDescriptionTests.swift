import EventLog
import FoundationEssentials
import GlimpSchemas
import SwiftProtobuf
import Synchronization
import Testing

@testable import GlimpDomain

/// What callers are told of a command is what its door holds to.
@Suite struct CommandDescriptionTests {
    typealias Body = Google_Protobuf_Struct

    /// What a command's door says of a body; nil: it lets it in, whatever is decided then.
    private func refusal(_ command: CommandDescription, _ body: Body) async throws -> String? {
        let received = try CommandCatalogue.receive(command.name, json: body.jsonUTF8Bytes())
        let ids = CountingIDs()
        let actor: Actor? = received.isRegistration ? nil : command.name == "DefineFeeds" ? .operator : .user(ada)
        let prepared = try received.prepare(
            by: actor, id: nil, bodyDigest: [1], hasher: hasher, makeID: { ids.next() }, lookUp: { _ in nil },
            head: { Position(.max) }, findUpload: { _ in nil }, seal: { _ in testSeal })
        let store = GivenStore(events: [], now: at(0))
        _ = try await prepared.execute(on: store)
        guard case .refused(let refusal) = try require(store.decision.withLock { $0 }) else { return nil }
        return refusal.code.hasPrefix("invalid_") ? refusal.code : nil
    }

    private func example(_ command: CommandDescription) throws -> Body { try Body(jsonString: command.example) }

    @Test(arguments: CommandCatalogue.descriptions.map(\.name))
    func theExampleIsTakenAndWhatIsSaidIsSo(name: String) async throws {
        let command = try require(CommandCatalogue.descriptions.first { $0.name == name })
        #expect(command.summary.hasSuffix("."), "\(command.summary)")
        #expect(!command.fields.isEmpty)
        let example = try example(command)
        #expect(try await refusal(command, example) == nil)
        for field in command.fields {
            try await expectRequired(field, in: command, example)
            try await expectBounds(field, in: command, example)
        }
    }

    private func expectRequired(_ field: CommandField, in command: CommandDescription, _ example: Body) async throws {
        var body = example
        body.fields[field.name] = nil
        let code = try await refusal(command, body)
        let snake = field.name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
        // Which feed is meant is looked up, and a name that nobody has is not found.
        let isLookedUp = command.name == "PostSnap" && field.name == "feed"
        #expect(code == (field.isRequired && !isLookedUp ? "invalid_\(snake)" : nil), "\(command.name).\(field.name)")
    }

    private func expectBounds(_ field: CommandField, in command: CommandDescription, _ example: Body) async throws {
        func expect(_ value: Google_Protobuf_Value, isTaken: Bool, _ what: String) async throws {
            var body = example
            body.fields[field.name] = value
            let code = try await refusal(command, body)
            #expect((code == nil) == isTaken, "\(command.name).\(field.name), \(what): \(code ?? "taken")")
        }
        func list(_ items: [Google_Protobuf_Value]) -> Google_Protobuf_Value { .with { $0.listValue.values = items } }
        func inList(_ value: Google_Protobuf_Value) -> Google_Protobuf_Value { field.isList ? list([value]) : value }
        for (bound, isLeast) in [(field.characters.least, true), (field.characters.most, false)] {
            guard let bound else { continue }
            try await expect(inList(text(field, bound)), isTaken: true, "\(bound) characters")
            let beyond = isLeast ? bound - 1 : bound + 1
            try await expect(inList(text(field, beyond)), isTaken: false, "\(beyond) characters")
        }
        for (bound, isLeast) in [(field.items.least, true), (field.items.most, false)] {
            guard let bound else { continue }
            try await expect(list((0..<bound).map { item(field, $0) }), isTaken: true, "\(bound) items")
            let beyond = isLeast ? bound - 1 : bound + 1
            try await expect(list((0..<beyond).map { item(field, $0) }), isTaken: false, "\(beyond) items")
        }
        for (bound, step) in [(field.range.least, -1.0), (field.range.most, 1.0)] {
            guard let bound else { continue }
            try await expect(number(field, bound), isTaken: true, "\(bound)")
            try await expect(number(field, bound + step), isTaken: false, "\(bound + step)")
        }
    }

    /// A text of so many characters that nothing else is wrong with.
    private func text(_ field: CommandField, _ count: Int) -> Google_Protobuf_Value {
        let text = String(repeating: "a", count: max(0, count))
        guard field.name == "email", count > 2 else { return .init(stringValue: text) }
        return .init(stringValue: "a@" + text.dropFirst(2))
    }

    /// Each another.
    private func item(_ field: CommandField, _ number: Int) -> Google_Protobuf_Value {
        switch field.form {
        case .id: .init(stringValue: GlimpRequestID(rawValue: uuid(UInt64(number))).description)
        case .person: .init(stringValue: UserID(rawValue: uuid(UInt64(number))).description)
        case .object: .with { $0.structValue.fields["name"] = .init(stringValue: "feed \(number)") }
        default: .init(stringValue: "item \(number)")
        }
    }

    private func number(_ field: CommandField, _ number: Double) -> Google_Protobuf_Value {
        if case .duration = field.form { return .init(stringValue: "\(Int(number))s") }
        return .init(numberValue: number)
    }

    @Test func aPlaceIsDescribedInDegrees() throws {
        let publish = try require(CommandCatalogue.descriptions.first { $0.name == "PublishPhoto" })
        let place = try require(publish.fields.first { $0.name == "place" })
        #expect(place.members.map(\.name) == ["latitude", "longitude"])
        #expect(place.members.map(\.expectation) == ["a number, -90 to 90", "a number, -180 to 180"])
        #expect(place.members.allSatisfy(\.isRequired) && !place.isRequired)
    }

    /// The innermost field that does not fit is named, with what it has to be.
    @Test(arguments: [
        ("RequestGlimp", #"{"friends":"ben"}"#, "`friends` has to be a list of 1 to 500, each a person"),
        ("RequestGlimp", #"{"friends":["ben",{}]}"#, "`friends[1]` has to be a person"),
        (
            "RequestGlimp", #"{"friends":["ben"],"answerWithin":3600}"#,
            "`answerWithin` has to be a duration (\"3600s\")"
        ),
        ("InviteFriend", #"{"friend":["ben"]}"#, "`friend` has to be a person"),
        ("InviteFriend", #"{"friend":7}"#, "`friend` has to be a person"),
        ("PublishPhoto", #"{"photo":{"media":7}}"#, "`photo.media` has to be an id"),
        ("PublishPhoto", #"{"place":{"latitude":"north"}}"#, "`place.latitude` has to be a number, -90 to 90"),
        ("PublishPhoto", #"{"place":{"lat":1}}"#, "there is no field `place.lat`"),
        ("PublishPhoto", #"{"photo":{"media":"x"},"colour":1}"#, "there is no field `colour`"),
        ("SetNotificationPreferences", #"{"pushed":["ALL"]}"#, "`pushed[0]` has to be one of NOTIFICATION_KIND_FRIEND"),
        ("MarkNotificationsRead", #"{"position":-1}"#, "`position` has to be a whole number, at least 1"),
        ("InviteFriend", #"{friend:"ben"}"#, "it is no JSON: names and texts stand in double"),
        ("InviteFriend", #"{"friend":ben}"#, "it is no JSON: names and texts"),
    ])
    func whatDoesNotFitIsNamed(name: String, body: String, told: String) throws {
        let error = #expect(throws: CommandInputError.self) {
            try CommandCatalogue.receive(name, json: Array(body.utf8))
        }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
        let line = #"{"command":"\#(name)","body":\#(body)}"#
        let ofLine = #expect(throws: CommandInputError.self) { _ = try CommandLine(json: Array(line.utf8)) }
        let inBody = told.replacing(
            "`", with: "`body.", maxReplacements: told.hasPrefix("`") || told.contains(" `") ? 1 : 0)
        #expect(ofLine?.description.contains(inBody) == true, "\(ofLine?.description ?? "")")
    }

    @Test(arguments: [
        ("PublishPhoto", "{}", "`photo.media` is missing"), ("AnswerGlimp", #"{"request":"x"}"#, "`request` has to be"),
        (
            "PostSnap", #"{"feed":"Memes","picture":{"photo":{"media":"x"}}}"#,
            "`picture.photo.media` has to be an id"
        ),
        ("PostSnap", #"{"feed":"Memes"}"#, "`picture` has to hold `photo`"),
        ("InviteFriend", "{}", "`friend` is missing"),
    ])
    func aFieldThatIsMissingOrNoIdIsNamed(name: String, body: String, told: String) async throws {
        let received = try CommandCatalogue.receive(name, json: Array(body.utf8))
        let ids = CountingIDs()
        let prepared = try received.prepare(
            by: .user(ada), id: nil, bodyDigest: [1], hasher: hasher, makeID: { ids.next() }, lookUp: { _ in nil },
            head: { Position(7) }, findUpload: { _ in nil }, seal: { _ in testSeal })
        let store = GivenStore(events: [], now: at(0))
        _ = try await prepared.execute(on: store)
        guard case .refused(let refusal) = try require(store.decision.withLock { $0 }) else {
            Issue.record("it was accepted")
            return
        }
        #expect(refusal.message.contains(told), "\(refusal.message)")
    }
}
