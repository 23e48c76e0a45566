import Foundation

/// A line for `glimp apply`.
struct Line {
    var id: String? = UUID().uuidString.lowercased()
    var at: String?
    var actor: String?
    var command: String
    var body: String

    var text: String {
        var members = ["\"command\":\"\(command)\"", "\"body\":\(body)"]
        if let id { members.append("\"id\":\"\(id)\"") }
        if let at { members.append("\"at\":\"\(at)\"") }
        if let actor { members.append("\"as\":\"\(actor)\"") }
        return "{\(members.joined(separator: ","))}"
    }

    func with(_ change: (inout Line) -> Void) -> Line {
        var line = self
        change(&line)
        return line
    }

    static func register(_ name: String, at: String? = nil) -> Line {
        Line(at: at, actor: name, command: "RegisterAccount", body: #"{"username":"\#(name)"}"#)
    }

    static func invite(_ friend: String, by actor: String, at: String? = nil) -> Line {
        Line(at: at, actor: actor, command: "InviteFriend", body: #"{"friend":"\#(friend)"}"#)
    }

    static func accept(_ inviter: String, by actor: String, at: String? = nil) -> Line {
        Line(at: at, actor: actor, command: "AcceptFriend", body: #"{"inviter":"\#(inviter)"}"#)
    }

    static func ask(_ friend: String, by actor: String, request: String, seconds: Int = 3600, at: String? = nil) -> Line
    {
        Line(
            at: at, actor: actor, command: "RequestGlimp",
            body: #"{"friends":["\#(friend)"],"answerWithin":"\#(seconds)s","requests":["\#(request)"]}"#)
    }

    static func answer(_ request: String, by actor: String, at: String? = nil) -> Line {
        let digest = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        let photo =
            #"{"media":"\#(UUID().uuidString.lowercased())","sha256":"\#(digest)","mime":"image/jpeg","#
            + #""width":640,"height":640,"bytes":1000}"#
        return Line(at: at, actor: actor, command: "AnswerGlimp", body: #"{"request":"\#(request)","photo":\#(photo)}"#)
    }

    /// Ada and bob, friends.
    static func friends(at: String? = nil) -> [Line] {
        [
            .register("ada", at: at), .register("bob", at: at), .invite("bob", by: "ada", at: at),
            .accept("ada", by: "bob", at: at),
        ]
    }

    static func people(_ count: Int, prefix: String = "p") -> [Line] { (1...count).map { .register("\(prefix)\($0)") } }

    static func freshID() -> String { UUID().uuidString.lowercased() }
}
