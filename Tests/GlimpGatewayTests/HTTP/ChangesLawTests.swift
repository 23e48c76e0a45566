import EventLog
import Foundation
import GlimpService
import Testing

@testable import GlimpGateway

/// `GET /v1/changes?since=`: applied to an old copy of all lists they give exactly the new one.
@Suite struct ChangesLawTests {
    @Test func changesAppliedToAnOldCopyGiveTheNewOne() async throws {
        let seed = SeededGenerator.seed()
        try await withHTTPGateway({
            $0.requestsOfPerson = 1_000_000
            $0.requestsOfAddress = 1_000_000
        }) { gateway in
            var random = SeededGenerator(seed)
            var circle = try await Circle(gateway)
            var copies: [String: (lists: Lists, position: Int)] = [:]
            for name in Circle.names { copies[name] = (try await Lists(of: circle.token(name), gateway, at: 1), 1) }
            var changed: Set<String> = []
            try await circle.begin()
            for round in 0..<8 {
                for _ in 0..<Int.random(in: 1...50, using: &random) { try await circle.act(&random) }
                let head = Int(try gateway.interface.glimp.log.head().rawValue)
                // Whoever is left out catches up with more at once.
                for name in Circle.names where round == 7 || Bool.random(using: &random) {
                    guard var copy = copies[name] else { continue }
                    let limit = Int.random(in: 1...20, using: &random)
                    let token = circle.token(name)
                    changed.formUnion(try await copy.lists.catchUp(from: &copy.position, token, gateway, head, limit))
                    let now = try await Lists(of: token, gateway, at: head)
                    #expect(copy.lists == now, "\(name), round \(round), seed \(seed)")
                    copies[name] = (copy.lists, copy.position)
                }
            }
            #expect(changed.isSuperset(of: Lists.names), "nothing happened to \(Lists.names.subtracting(changed))")
        }
    }
}

/// A person's lists, as rows of changes are: by collection, by what names the row.
private struct Lists: Equatable {
    /// Those that can be read as a whole. How many glimps are shared with somebody stands with a friend.
    static let names: Set<String> = [
        "profile", "friends", "sharedGlimps", "incomingInvitations", "outgoingInvitations", "incomingRequests",
        "outgoingRequests", "received", "sent", "notifications", "readThrough",
    ]

    private var rows: [String: [String: JSONValue]] = [:]
    /// Also with those who are no friends any more, which no list tells.
    private var shared: [String: Int] = [:]

    static func == (a: Lists, b: Lists) -> Bool {
        guard a.rows.filter({ !$0.value.isEmpty }) == b.rows.filter({ !$0.value.isEmpty }) else { return false }
        return (a.rows["friends"] ?? [:]).keys.allSatisfy { a.shared[$0, default: 0] == b.shared[$0, default: 0] }
    }

    /// All of them, as they are read.
    init(of token: String, _ gateway: HTTPGateway, at position: Int) async throws {
        func read(_ path: String, _ part: String? = nil) async throws -> [JSONValue] {
            var (items, cursor) = ([JSONValue](), "")
            repeat {
                let answer = try await gateway.send(
                    "GET", "\(path)?limit=7\(cursor)", as: token, headers: ["Glimp-Wait-For": "\(position)"])
                guard answer.status == 200 else { throw Unexpected(answer: answer.text) }
                let page = part.flatMap { answer.json[$0] } ?? answer.json
                items += page["items"]?.items ?? [answer.json]
                cursor = page["cursor"]?.text.map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty
            return items
        }
        for item in try await read("/v1/me") { put(item, "me", in: "profile") }
        for item in try await read("/v1/friends") {
            put(item, item["userId"]?.text, in: "friends")
            shared[item["userId"]?.text ?? ""] = item["sharedGlimps"]?.number
        }
        for (part, who) in [("incoming", "inviter"), ("outgoing", "invited")] {
            for item in try await read("/v1/invitations", part) {
                put(item, item[who]?["userId"]?.text, in: "\(part)Invitations")
            }
            for item in try await read("/v1/requests", part) { put(item, item["request"]?.text, in: "\(part)Requests") }
        }
        for list in ["received", "sent"] {
            for item in try await read("/v1/glimps/\(list)") { put(item, item["request"]?.text, in: list) }
        }
        for item in try await read("/v1/notifications") {
            put(item, item["position"]?.number.map(String.init), in: "notifications")
        }
        let told = try await gateway.send("GET", "/v1/notifications", as: token).json
        if let read = told["readThrough"], read.number != 0 {
            rows["readThrough", default: [:]]["me"] = .object(["position": read])
        }
    }

    /// Applies what has changed since `position`, page by page.
    /// - Returns: the collections that it changed.
    mutating func catchUp(
        from position: inout Int, _ token: String, _ gateway: HTTPGateway, _ head: Int, _ limit: Int
    ) async throws -> Set<String> {
        var (cursor, changed) = ("", Set<String>())
        let since = position
        repeat {
            let answer = try await gateway.send(
                "GET", "/v1/changes?since=\(since)&limit=\(limit)\(cursor)", as: token,
                headers: ["Glimp-Wait-For": "\(head)"])
            guard answer.status == 200 else { throw Unexpected(answer: answer.text) }
            for change in answer.json["items"]?.items ?? [] {
                guard let collection = change["collection"]?.text, let key = change["key"]?.text else {
                    throw Missing()
                }
                changed.insert(collection)
                apply(change["row"], key, collection)
            }
            position = answer.json["position"]?.number ?? -1
            cursor = answer.json["cursor"]?.text.map { "&cursor=\($0)" } ?? ""
        } while !cursor.isEmpty
        return changed
    }

    private mutating func apply(_ row: JSONValue?, _ key: String, _ collection: String) {
        switch collection {
        case "sharedGlimps": shared[key] = row?["count"]?.number
        // Can't be read but here.
        case "pushedNotifications": break
        case "profile", "readThrough": put(row, "me", in: collection)
        default: put(row, key, in: collection)
        }
    }

    /// Keeps what rows and lists both say: people by their ids, nothing that depends on the clock.
    private mutating func put(_ item: JSONValue?, _ key: String?, in collection: String) {
        var members = item?.members ?? [:]
        for (name, value) in members { if let id = value["userId"] { members[name] = id } }
        for name in ["secondsLeft", "unread"] { members[name] = nil }
        if collection == "profile" { members["position"] = nil }
        if collection == "friends" { members = members.filter { $0.key == "userId" || $0.key == "since" } }
        rows[collection, default: [:]][key ?? "?"] = item.map { _ in .object(members) }
    }
}

/// A few people who do things to one another at random.
private struct Circle {
    static let names = ["ada", "bob", "cyd", "dan"]
    private let gateway: HTTPGateway
    private var tokens: [String: String] = [:]
    private var requests: [String] = []
    private var pictures: UInt8 = 0

    init(_ gateway: HTTPGateway) async throws {
        self.gateway = gateway
        for name in Self.names { tokens[name] = try await gateway.register(name) }
    }

    func token(_ name: String) -> String { tokens[name] ?? "" }

    /// Something of every list, whatever chance brings.
    mutating func begin() async throws {
        let (answered, open) = (UUID().uuidString.lowercased(), UUID().uuidString.lowercased())
        requests = [answered, open]
        let media = try await gateway.upload(MediaWorld.picture(), as: token("bob"))
        try await send("InviteFriend", #"{"friend":"bob"}"#, "ada")
        try await send("AcceptFriend", #"{"inviter":"ada"}"#, "bob")
        try await send("RequestGlimp", #"{"friends":["bob"],"requests":["\#(answered)"]}"#, "ada")
        try await send("AnswerGlimp", #"{"request":"\#(answered)","photo":{"media":"\#(media)"}}"#, "bob")
        try await send("RequestGlimp", #"{"friends":["ada"],"requests":["\#(open)"]}"#, "bob")
        try await send("ChangeDisplayName", #"{"displayName":"Ada"}"#, "ada")
        try await send("MarkNotificationsRead", #"{"position":"1"}"#, "bob")
    }

    /// Somebody sends some command; many are refused.
    mutating func act(_ random: inout SeededGenerator) async throws {
        let people = Self.names.shuffled(using: &random)
        let (me, other) = (people[0], people[1])
        // The newest are most likely open.
        let request = requests.suffix(8).randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<24, using: &random) {
        case 0...3: try await send("InviteFriend", #"{"friend":"\#(other)"}"#, me)
        case 4...6: try await send("AcceptFriend", #"{"inviter":"\#(other)"}"#, me)
        case 7: try await send("DeclineFriend", #"{"inviter":"\#(other)"}"#, me)
        case 8: try await send("CancelInvitation", #"{"invited":"\#(other)"}"#, me)
        case 9: try await send("RemoveFriend", #"{"friend":"\#(other)"}"#, me)
        case 10: try await send("BlockUser", #"{"user":"\#(other)"}"#, me)
        case 11...12:
            for one in people { try await send("UnblockUser", #"{"user":"\#(other)"}"#, one) }
        case 13...16:
            let id = UUID().uuidString.lowercased()
            requests.append(id)
            try await send(
                "RequestGlimp", #"{"friends":["\#(other)"],"requests":["\#(id)"],"answerWithin":"604800s"}"#, me)
        case 17...19:
            pictures &+= 1
            // By whoever may.
            for one in people {
                let media = try await gateway.upload(MediaWorld.picture(pictures), as: token(one))
                try await send("AnswerGlimp", #"{"request":"\#(request)","photo":{"media":"\#(media)"}}"#, one)
            }
        case 20: for one in people { try await send("DeclineGlimp", #"{"request":"\#(request)"}"#, one) }
        case 21: for one in people { try await send("CancelGlimpRequest", #"{"request":"\#(request)"}"#, one) }
        case 22:
            try await send("HideGlimp", #"{"glimp":"\#(request)"}"#, me)
            try await send("ChangeDisplayName", #"{"displayName":"\#(me) \#(random.next() % 100)"}"#, me)
        default:
            let head = try gateway.interface.glimp.log.head().rawValue
            try await send("MarkNotificationsRead", #"{"position":"\#(head - head / 5)"}"#, me)
        }
    }

    private func send(_ command: String, _ body: String, _ name: String) async throws {
        let answer = try await gateway.send("POST", "/v1/commands/\(command)", body, as: token(name))
        #expect([200, 403, 404, 409, 422].contains(answer.status), "\(command): \(answer.text)")
    }
}
