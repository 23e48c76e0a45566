import Foundation
import Testing

/// Being told, reading it, and `glimp query notifications`.
@Suite struct NotificationTests {
    private let bench: Workbench
    private let request = Line.freshID()

    init() throws { bench = try Workbench() }

    private func mark(_ position: UInt64, by actor: String) -> Line {
        Line(actor: actor, command: "MarkNotificationsRead", body: #"{"position":"\#(position)"}"#)
    }

    /// Positions 1 to 4, and a request at 5.
    private func lines() -> [Line] { Line.friends() + [.ask("bob", by: "ada", request: request)] }

    @Test func whatAPersonIsTold() async throws {
        _ = try await bench.json("apply", try bench.file("lines", lines()), "--stop-on-refusal")
        let told = try await bench.json("query", "notifications", "bob")
        #expect(told.keys == ["position", "unread", "readThrough", "total", "items", "cursor"])
        #expect(told["unread"]?.int == 1 && told["readThrough"]?.int == 0 && told["total"]?.int == 2)
        let items = try #require(told["items"]?.items)
        #expect(items.map { $0["kind"]?.text } == ["glimp_requested", "friend_invited"])
        #expect(items.map { $0["position"]?.int } == [5, 3])
        #expect(items.map { $0["who"]?["username"]?.text } == ["ada", "ada"])
        #expect(items[0]["request"]?.text == request && items[0]["unread"] == .bool(true))
        #expect((3_500...3_600).contains(try #require(items[0]["secondsLeft"]?.int)))
        #expect(items[1]["ending"]?.text == "accepted" && items[1]["unread"] == .bool(false))

        let unread = try await bench.json("query", "notifications", "bob", "--unread")
        #expect(unread["items"]?.items.map { $0["position"]?.int } == [5])
        let home = try await bench.json("query", "home", "bob")
        #expect(home["unreadNotifications"]?["total"]?.int == 1)
        #expect(home["unreadNotifications"]?["items"]?.items.map { $0["position"]?.int } == [5])
        let table = try await bench.glimp("query", "notifications", "ada").output
        #expect(table.contains("Notifications, 1 unread (1)") && table.contains("accepted your invitation"))

        let first = try await bench.json("query", "notifications", "bob", "--limit", "1")
        let cursor = try #require(first["cursor"]?.text)
        let rest = try await bench.json("query", "notifications", "bob", "--cursor", cursor)
        #expect(rest["items"]?.items.map { $0["position"]?.int } == [3])
    }

    /// The lines before are still on their way when it is read: they count.
    @Test func readingCountsWhatTheLinesBeforeIt() async throws {
        let marks = [mark(5, by: "bob"), mark(5, by: "bob"), mark(100, by: "bob"), mark(0, by: "bob")]
        let summary = try await bench.json("apply", try bench.file("lines", lines() + marks))
        #expect(summary["refused"] == ["invalid_position": 2])
        #expect(summary["applied"]?.int == 7 && summary["events"]?.int == 6)
        let told = try await bench.json("query", "notifications", "bob")
        #expect(told["unread"]?.int == 0 && told["readThrough"]?.int == 5)
        let table = try await bench.glimp("query", "notifications", "bob", "--unread")
        #expect(table.output.hasPrefix("Notifications, 0 unread (0)\n"), "\(table)")
    }

    @Test func onlyNotificationsAreUnread() async throws {
        _ = try await bench.json("apply", try bench.file("lines", lines()))
        let ended = try await bench.glimp("query", "friends", "ada", "--unread")
        #expect(ended.code == 64 && ended.errors.contains("--unread"), "\(ended)")
    }
}
