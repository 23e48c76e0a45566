import EventLog
import Foundation
import GlimpDomain
import GlimpService
import MediaWork

/// Keeping a photo and making its six renditions, in turns with six runs of `vipsthumbnail` for the same sizes.
struct MediaSpeed {
    let directory: String
    let photo: String

    func run(rounds: Int) async throws -> [Measurement] {
        let glimp = try GlimpDirectory("\(directory)/speed", creates: true, access: .shared)
        defer { glimp.close() }
        let bytes = try Data(contentsOf: URL(filePath: photo))
        var both = Measurement(
            name: "keep a photo and make its six renditions; baseline: six vipsthumbnail", unit: "s",
            higherIsBetter: false)
        var keep = Measurement(name: "of that, keep the photo", unit: "s", higherIsBetter: false)
        var shrink = Measurement(name: "of that, make the six renditions", unit: "s", higherIsBetter: false)
        // The first brings programs and libraries into memory.
        for round in 0...rounds {
            let (keeping, shrinking) = try await once(glimp.media, bytes)
            let baseline = try seconds { for rendition in Rendition.allCases { try thumbnail(rendition) } }
            guard round > 0 else { continue }
            keep.glimp.append(keeping)
            shrink.glimp.append(shrinking)
            both.glimp.append(keeping + shrinking)
            both.baseline.append(baseline)
        }
        return [both, keep, shrink]
    }

    /// By somebody new each time, for whom nothing is there yet.
    private func once(_ store: MediaStore, _ bytes: Data) async throws -> (keeping: Double, shrinking: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        let pieces = AsyncStream<Data> { pieces in
            pieces.yield(bytes)
            pieces.finish()
        }
        let record = try await store.keep(try await store.receive(pieces), of: UserID(rawValue: UUID())).record
        let kept = clock.now
        try await withThrowingTaskGroup { group in
            for rendition in Rendition.allCases {
                group.addTask { _ = try await store.content(of: record, at: rendition, as: .jpeg) }
            }
            try await group.waitForAll()
        }
        return (elapsed(kept - start), elapsed(clock.now - kept))
    }

    private func thumbnail(_ rendition: Rendition) throws {
        // The longest side, or both of a square.
        let side = rendition.size(width: 1 << 20, height: 1 << 20).width
        let size = rendition.isSquare ? ["\(side)x\(side)", "--smartcrop", "centre"] : ["\(side)x\(side)"]
        let output = "\(FileManager.default.currentDirectoryPath)/\(directory)/\(rendition.rawValue).jpg"
        try VipsPrograms.run(
            "vipsthumbnail",
            [photo, "--eprofile", "srgb", "-o", "\(output)[Q=80,strip,optimize_coding]", "-s"] + size)
    }
}
