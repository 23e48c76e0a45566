import Crypto
import EventLog
import FoundationEssentials
import MediaWork
import Synchronization

/// The bytes of an upload as they come: written to a file that has no name, and hashed. Gone with this value, and with
/// its process.
package final class IncomingFile: Sendable {
    private struct State {
        var hash = SHA256()
        var count = 0
        var start: [UInt8] = []
        var format: MediaFormat?
    }

    private let file: NamelessFile
    private let limits: MediaLimits
    private let state = Mutex(State())

    /// - Throws: ``EventLogError``.
    init(in files: MediaFiles, limits: MediaLimits) throws(EventLogError) {
        self.limits = limits
        file = try NamelessFile(in: files)
    }

    var descriptor: Int32 { file.descriptor }

    /// - Throws: ``MediaError`` as soon as it is clear that it is not taken; ``EventLogError`` when it can't be written.
    func append(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            state.count += bytes.count
            if state.start.count < MediaFormat.magicBytes {
                state.start += bytes.prefix(MediaFormat.magicBytes - state.start.count)
                if state.start.count == MediaFormat.magicBytes { state.format = try Self.format(of: state.start) }
            }
            guard state.count <= limits.bytes(of: state.format) else { throw limits.tooLarge(state.format) }
            state.hash.update(data: bytes)
            try FileBytes.write(bytes, to: descriptor, "an upload")
        }
    }

    /// What came, once all of it has.
    /// - Throws: ``MediaError``.
    func finish() throws -> (format: MediaFormat, sha256: [UInt8]) {
        try state.withLock { state in
            guard state.count > 0 else { throw MediaError.empty }
            return (try state.format ?? Self.format(of: state.start), Array(state.hash.finalize()))
        }
    }

    private static func format(of start: [UInt8]) throws(MediaError) -> MediaFormat {
        guard let format = MediaFormat(magic: start) else { throw .unsupported }
        return format
    }
}
