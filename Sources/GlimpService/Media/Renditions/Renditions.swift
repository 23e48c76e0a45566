import EventLog
import GlimpDomain
import PictureWork
import Synchronization

/// Smaller sizes of pictures, made when they are first asked for and then kept. All of them can be made again.
final class Renditions: Sendable {
    private typealias Waiting = [CheckedContinuation<Void, any Error>]

    private let files: MediaFiles
    private let keys: PersonKeys
    private let limits: MediaLimits
    private let workers: PictureWorkers
    /// What is being made in this process, and who waits for it.
    private let underWay = Mutex<[RenditionName: Waiting]>([:])

    init(_ files: MediaFiles, _ keys: PersonKeys, _ limits: MediaLimits, _ workers: PictureWorkers) {
        self.files = files
        self.keys = keys
        self.limits = limits
        self.workers = workers
    }

    /// How long another process may take to make one.
    private var patience: Duration { .seconds(limits.pictureSeconds + 5) }

    /// Makes a rendition, unless it is there; however many ask for it at once, in whatever process, one makes it.
    /// - Throws: ``EventLogError``.
    func make(_ name: RenditionName, of record: MediaRecord) async throws {
        guard !FileSystem.exists(files.rendition(name)) else { return }
        var isMine = false
        try await withCheckedThrowingContinuation { continuation in
            isMine = underWay.withLock { underWay in
                let isMine = underWay[name] == nil
                underWay[name, default: []] += isMine ? [] : [continuation]
                return isMine
            }
            if isMine { continuation.resume() }
        }
        guard isMine else { return }
        let result: Result<Void, any Error>
        do {
            try await workers.run { [self] worker in
                try RenditionFile(name, in: files, patience: patience)?.fill { output in
                    try write(name, of: record, to: output, worker)
                }
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let waiting = underWay.withLock { $0.removeValue(forKey: name) }
        for continuation in waiting ?? [] { continuation.resume(with: result) }
        try result.get()
    }

    /// Makes a rendition that is there anew: it takes the old one's place, and who reads that goes on.
    ///
    /// Blocks its thread.
    func remake(_ name: RenditionName, of record: MediaRecord, _ worker: PictureWorker) throws {
        try RenditionFile(name, in: files, patience: patience, replaces: true)?.fill { output in
            try write(name, of: record, to: output, worker)
        }
    }

    private func write(
        _ name: RenditionName, of record: MediaRecord, to output: Int32, _ worker: PictureWorker
    ) throws {
        let (picture, smaller) = (try MemoryFile(), try MemoryFile())
        try files.open(record, with: keys).copy(to: picture.descriptor)
        try worker.shrink(record, picture, to: name, smaller, limits)
        _ = try SealedFile.seal(
            smaller.descriptor, smaller.size, to: output, named: "\(name)", of: try keys.key(of: record.owner))
    }
}
