import EventLog
import Glibc
import Synchronization

/// Where a file of an archive waits until it is known how long it is: on the disk, in the data directory.
///
/// It has no name, so it is gone with this value and with its process, however that ends. It is in the clear, as an
/// upload on its way is.
final class ExportSpool: Sendable {
    private struct State {
        /// Not written yet, to make few writes of many.
        var waiting: [UInt8] = []
        var written = 0
    }

    private static let pieceBytes = 1 << 16
    private static let name = "what an export gathers on the disk"

    private let descriptor: Int32
    private let state = Mutex(State())

    /// - Throws: ``EventLogError``.
    init(in directory: String) throws(EventLogError) {
        let unnamed = UnnamedFile.open(in: directory, O_RDWR)
        guard unnamed < 0 else {
            descriptor = unnamed
            return
        }
        // A file system without unnamed files: whoever is killed between these two calls leaves an empty one.
        let path = "\(directory)/.export-\(FreshID.make())"
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure("make", "an unnamed file in \(directory)") }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// How many bytes were added.
    var count: Int { state.withLock { $0.written + $0.waiting.count } }

    /// - Throws: ``EventLogError``, `full` when the disk is.
    func append(_ bytes: some Collection<UInt8>) throws(EventLogError) {
        try state.withLock { state throws(EventLogError) in
            state.waiting += bytes
            if state.waiting.count >= Self.pieceBytes { try flush(&state) }
        }
    }

    /// Calls `body` with a part, piece by piece.
    func read(_ part: Range<Int>, _ body: ([UInt8]) async throws -> Void) async throws {
        try state.withLock { state throws(EventLogError) in try flush(&state) }
        var place = part.lowerBound
        while place < part.upperBound {
            let count = min(Self.pieceBytes, part.upperBound - place)
            try await body(try FileBytes.read(descriptor, place, count, Self.name))
            place += count
        }
    }

    /// Forgets everything.
    func clear() throws(EventLogError) {
        try state.withLock { state throws(EventLogError) in
            state = State()
            guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
                throw FileSystem.failure("empty", Self.name)
            }
        }
    }

    private func flush(_ state: inout State) throws(EventLogError) {
        try FileBytes.write(state.waiting, to: descriptor, Self.name)
        state.written += state.waiting.count
        state.waiting.removeAll(keepingCapacity: true)
    }
}
