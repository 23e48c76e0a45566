import GlimpDemo

/// What was made, and what to do with it now.
struct DemoReport {
    let made: Demo.Made
    let path: String
    /// Whether `--data` can be left out.
    let isDefault: Bool

    private var rows: [(name: String, count: Int)] {
        func count(_ type: String) -> Int { made.events[type] ?? 0 }
        let endings = [
            ("  answered", count("GlimpAnswered")), ("  declined", count("GlimpDeclined")),
            ("  cancelled", count("GlimpRequestCancelled")), ("  expired", count("GlimpExpired")),
        ]
        let asked = count("GlimpRequested")
        return [
            ("people", count("AccountRegistered")), ("friendships", count("FriendAccepted")),
            ("invitations", count("FriendInvited")), ("glimps asked for", asked),
        ] + endings + [
            ("  open now", asked - endings.map(\.1).reduce(0, +)), ("snaps", count("SnapPosted")),
            ("  opened, times", count("SnapViewed")), ("  looked at, times", count("SnapFetched")),
            ("public photos", count("PhotoPublished")), ("  albums", count("AlbumCreated")),
            ("  likes", count("PhotoLiked")), ("  comments", count("CommentAdded")),
        ]
    }

    var lines: [String] {
        var table = TextTable([.init(title: "what"), .init(title: "how many", isNumber: true)])
        for (name, count) in rows { table.add(name, "\(count)") }
        table.add("pictures drawn", "\(made.pictures)")
        table.add("events", "\(made.position)")
        let data = isDefault ? "" : " --data \(Self.quoted(path))"
        return ["Wrenhaven, a small town in \(path):", ""] + table.lines + [
            """

            The people: \(made.people.joined(separator: ", ")).
            Everybody's password: \(Demo.password)

            Look around:
              glimp query home ada\(data)
              glimp query gallery ada\(data)
              glimp query shared ada bo\(data)
              glimp query notifications ada\(data)
              glimp query feeds ada\(data)
              glimp log read --backwards --limit 20\(data)

            Serve it, and log in from another terminal:
              glimp serve\(data)
              curl -s localhost:8080/v1/sessions --json '{"username":"ada","password":"\(Demo.password)"}'
            """
        ]
    }

    /// As a shell takes it for one word.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isPlain
            ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
