import GlimpDemo

/// What was made, and what to do with it now.
struct DemoReport {
    let made: Demo.Made
    let path: String
    /// Whether `--data` can be left out.
    let isDefault: Bool

    private static let rows = [
        ("people", "AccountRegistered"), ("friendships", "FriendAccepted"), ("invitations", "FriendInvited"),
        ("glimps asked for", "GlimpRequested"), ("  answered", "GlimpAnswered"), ("  declined", "GlimpDeclined"),
        ("  expired", "GlimpExpired"), ("snaps", "SnapPosted"), ("  opened, times", "SnapViewed"),
        ("public photos", "PhotoPublished"), ("  albums", "AlbumCreated"), ("  likes", "PhotoLiked"),
        ("  comments", "CommentAdded"),
    ]

    var lines: [String] {
        var table = TextTable([.init(title: "what"), .init(title: "how many", isNumber: true)])
        for (name, type) in Self.rows { table.add(name, "\(made.events[type] ?? 0)") }
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
