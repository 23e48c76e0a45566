import EventLog
import Foundation
import GlimpDomain
import GlimpReadModels
import Testing

@testable import GlimpService

/// `glimp account export` of a person who has little, and of one who has much.
///
/// `GLIMP_EXPORT_ITEMS` measures another much; the figures are printed.
@Suite struct ExportMemoryTests {
    private static let many = ProcessInfo.processInfo.environment["GLIMP_EXPORT_ITEMS"].flatMap { Int($0) } ?? 4_000

    @Test func memoryDoesNotGrowWithWhatAPersonHas() async throws {
        let few = try await peak(items: 100)
        let many = try await peak(items: Self.many)
        print("anonymous memory of an export: \(few) KiB with 100 of each, \(many) KiB with \(Self.many)")
        // Held whole, 4,000 of each would be four times that and more.
        #expect(many - few < 16 << 10, "\(few) KiB, \(many) KiB")
    }

    /// The most anonymous memory that an export has at once, in KiB: what is mapped from files is the system's to keep.
    private func peak(items: Int) async throws -> Int {
        let service = try await Service(clock: ManualClock(.now()))
        try await fill(service, items)
        try await service.glimp.catchUpReadModels([GlimpReadModels.accounts, GlimpReadModels.collections])
        let archive = service.path + ".tar"
        defer { try? FileManager.default.removeItem(atPath: archive) }
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(filePath: bundle).deletingLastPathComponent().appending(path: "glimp")
        process.arguments = ["account", "export", "ada", "--to", archive, "--data", service.path]
        try process.run()
        var peak = 0
        while process.isRunning {
            peak = max(peak, Self.anonymousMemory(of: process.processIdentifier))
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(process.terminationStatus == 0)
        let size = try FileManager.default.attributesOfItem(atPath: archive)[.size] as? Int ?? 0
        #expect(size > items * 1_000 && peak > 0)
        return peak
    }

    /// proc_pid_status(5), `RssAnon`, in KiB; 0 when the process has ended.
    private static func anonymousMemory(of process: Int32) -> Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// So many comments, likes, glimps that were got and glimps that were sent.
    private func fill(_ service: Service, _ items: Int) async throws {
        let ada = try #require(try service.glimp.people.find("ada"))
        let bob = try #require(try service.glimp.people.find("bob"))
        var events: [Event] = []
        for number in 0..<items {
            let photo = PhotoID(rawValue: UUID())
            let description = PhotoDescription(title: "photo", tags: [], place: nil, takenAt: nil)
            var happened: [DomainEvent] = [
                .photoPublished(
                    PhotoPublished(photo: photo, owner: bob, content: try content(), description: description)),
                .photoLiked(PhotoLiked(photo: photo, owner: bob, liker: ada)),
                .commentAdded(
                    CommentAdded(
                        comment: CommentID(rawValue: UUID()), photo: photo, owner: bob, author: ada,
                        text: String(repeating: "words ", count: 40))),
            ]
            for (asker, answerer) in [(ada, bob), (bob, ada)] {
                let (request, photo) = (GlimpRequestID(rawValue: UUID()), try content())
                let hash = service.glimp.keys.hasher.hash(
                    SentContent(uploader: answerer, sha256: Array("\(photo.media)".utf8.prefix(32))))
                happened += [
                    .glimpRequested(
                        GlimpRequested(
                            request: request, asker: asker, answerer: answerer,
                            expiresAt: Timestamp(seconds: 4_000_000_000))),
                    .glimpAnswered(
                        GlimpAnswered(
                            request: request, asker: asker, answerer: answerer, photo: photo, contentHash: hash)),
                ]
            }
            events += try happened.map { try service.stored($0) }
            if events.count > 5_000 || number == items - 1 {
                _ = try await service.glimp.log.append(events, condition: nil)
                events = []
            }
        }
    }

    private func content() throws -> Photo {
        try #require(
            Photo(media: MediaID(rawValue: UUID()), mime: "image/jpeg", width: 640, height: 640, bytes: 1_000))
    }
}
