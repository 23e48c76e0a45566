import EventLog
import GlimpDomain
import MediaWork
import Synchronization

/// Smaller sizes of pictures, made when they are first asked for and then kept. All of them can be made again.
final class Renditions: Sendable {
    private typealias Waiting = [CheckedContinuation<Void, any Error>]

    private let files: MediaFiles
    private let keys: PersonKeys
    private let limits: MediaLimits
    private let workers: MediaWorkers
    /// What is being made in this process, and who waits for it.
    private let underWay = Mutex<[RenditionSet: Waiting]>([:])

    init(_ files: MediaFiles, _ keys: PersonKeys, _ limits: MediaLimits, _ workers: MediaWorkers) {
        self.files = files
        self.keys = keys
        self.limits = limits
        self.workers = workers
    }

    /// How long another process may take to make one.
    private var patience: Duration { .seconds(limits.pictureSeconds + 5) }

    /// Makes a rendition, unless it is there, and with it the other sizes, which will be asked for: decoding the picture
    /// is most of the work. However many ask at once, for whatever size, in whatever process, they are made once.
    /// - Throws: ``EventLogError``; ``MediaError`` `no_renditions` for a video.
    func make(_ name: RenditionName, of record: MediaRecord) async throws {
        guard !FileSystem.exists(files.rendition(name)) else { return }
        guard !record.format.isVideo else { throw MediaError.noRenditions }
        let set = RenditionSet(of: name)
        var isMine = false
        try await withCheckedThrowingContinuation { continuation in
            isMine = underWay.withLock { underWay in
                let isMine = underWay[set] == nil
                underWay[set, default: []] += isMine ? [] : [continuation]
                return isMine
            }
            if isMine { continuation.resume() }
        }
        guard isMine else { return }
        let result: Result<Void, any Error>
        do {
            try await workers.run(for: record.owner) { [self] worker in
                try make(set, of: record, worker)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let waiting = underWay.withLock { $0.removeValue(forKey: set) }
        for continuation in waiting ?? [] { continuation.resume(with: result) }
        try result.get()
    }

    /// Makes renditions of a set that are there anew: they take the places of the old ones, and who reads those goes on.
    ///
    /// Blocks its thread.
    func remake(
        _ set: RenditionSet, _ renditions: Set<Rendition>, of record: MediaRecord, _ worker: MediaWorker
    ) throws {
        try write(try begin(set, renditions, replaces: true), of: set, record, worker)
    }

    /// Blocks its thread.
    private func make(_ set: RenditionSet, of record: MediaRecord, _ worker: MediaWorker) throws {
        try write(try begin(set, Set(Rendition.allCases), replaces: false), of: set, record, worker)
    }

    /// Those that are to be made, each locked: without `replaces` those that are missing.
    private func begin(
        _ set: RenditionSet, _ renditions: Set<Rendition>, replaces: Bool
    ) throws -> [(rendition: Rendition, file: RenditionFile)] {
        var begun: [(rendition: Rendition, file: RenditionFile)] = []
        // In the same order everywhere, or two processes could wait for each other.
        for rendition in Rendition.allCases where renditions.contains(rendition) {
            let name = set.name(rendition)
            guard let file = try RenditionFile(name, in: files, patience: patience, replaces: replaces) else {
                continue
            }
            try file.begin()
            begun.append((rendition, file))
        }
        return begun
    }

    private func write(
        _ begun: [(rendition: Rendition, file: RenditionFile)], of set: RenditionSet, _ record: MediaRecord,
        _ worker: MediaWorker
    ) throws {
        guard !begun.isEmpty else { return }
        guard case .picture(let kept) = record.format else { throw MediaError.noRenditions }
        let key = try keys.key(of: record.owner)
        let picture = try NamelessFile()
        try files.open(record, with: keys).copy(to: picture.descriptor)
        let smaller = try begun.map { _ in try NamelessFile() }
        try worker.shrink(record, kept, picture, to: begun.map(\.rendition), set.format, smaller, limits)
        for ((rendition, file), content) in zip(begun, smaller) {
            _ = try SealedFile.seal(
                content.descriptor, content.size, to: file.descriptor, named: "\(set.name(rendition))", of: key)
            try file.place()
        }
    }
}
