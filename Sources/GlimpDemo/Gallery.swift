import GlimpDomain
import GlimpService
import MediaWork

/// Draws the pictures of a story, and uploads each as the person whose it is.
struct Gallery: Sendable {
    private let media: MediaStore
    private let story: Story
    /// As many as the store works on.
    private static let atOnce = 2

    init(_ media: MediaStore, _ story: Story) { (self.media, self.story) = (media, story) }

    /// - Returns: the uploads by the numbers of the steps that need them.
    func upload(_ steps: [Step], progress: @Sendable (String) -> Void) async throws -> [Int: MediaID] {
        var waiting = steps.enumerated().filter { $0.element.picture != nil }[...]
        let all = waiting.count
        return try await withThrowingTaskGroup(of: (Int, MediaID)?.self) { group in
            func begin() {
                guard let (number, step) = waiting.popFirst() else { return }
                group.addTask { try await upload(step).map { (number, $0) } }
            }
            for _ in 0..<Self.atOnce { begin() }
            var uploads: [Int: MediaID] = [:]
            while let upload = try await group.next() {
                if let (number, media) = upload { uploads[number] = media }
                progress("drawing pictures: \(uploads.count) of \(all)")
                begin()
            }
            return uploads
        }
    }

    private func upload(_ step: Step) async throws -> MediaID? {
        guard let picture = step.picture else { return nil }
        let canvas = picture.draw(story.seed)
        let file = try await media.encode(canvas.pixels, width: canvas.width, height: canvas.height, as: .jpeg)
        let (pieces, sending) = AsyncStream<[UInt8]>.makeStream()
        sending.yield(file)
        sending.finish()
        let incoming = try await media.receive(pieces)
        return try await media.keep(incoming, of: UserID(rawValue: story.user(step.who))).record.media
    }
}
