import EventLog
@preconcurrency import Glibc
import GlimpService

/// A file that has no name until it is whole: whoever is killed before leaves nothing behind.
final class NewFile {
    private let path: String
    private let descriptor: Int32

    /// - Throws: ``Failure`` when there is something under this name.
    init(_ path: String) throws {
        self.path = path
        guard access(path, F_OK) != 0 else { throw Failure(.refused, "\(path) is there already") }
        descriptor = UnnamedFile.open(in: FileSystem.parent(of: path), O_WRONLY)
        guard descriptor >= 0 else { throw Self.failure("make a file in", FileSystem.parent(of: path)) }
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws { try Self.write(bytes, to: descriptor, path) }

    /// Syncs it, then gives it its name.
    /// - Throws: ``Failure``, also when somebody else has taken the name meanwhile.
    func keep() throws {
        guard fsync(descriptor) == 0 else { throw Self.failure("sync", path) }
        guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            if errno == EEXIST { throw Failure(.refused, "\(path) is there already") }
            throw Self.failure("name", path)
        }
        let directory = open(FileSystem.parent(of: path), O_RDONLY | O_CLOEXEC)
        defer { close(directory) }
        guard directory >= 0, fsync(directory) == 0 else { throw Self.failure("sync the directory of", path) }
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32, _ name: String) throws {
        guard FileSystem.writeAll(bytes, to: descriptor) else { throw failure("write", name) }
    }

    private static func failure(_ verb: String, _ path: String) -> Failure {
        Failure(.inputOutput, errno == EPIPE ? "" : "cannot \(verb) \(path): \(String(cString: strerror(errno)))")
    }
}
