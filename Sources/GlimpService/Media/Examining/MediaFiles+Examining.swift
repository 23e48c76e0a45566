import EventLog
import Glibc

extension MediaFiles {
    /// What is wrong with the file of an upload; nil: nothing.
    func fault(of record: MediaRecord) -> (kind: MediaFinding.Kind, what: String)? {
        let path = file(record.media)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = FileSystem.failure("open", path)
            return (failure.code == .notFound ? .missing : .damaged, failure.message)
        }
        defer { close(descriptor) }
        return Self.fault(of: record, descriptor).map { (.damaged, "\(path): \($0)") }
    }

    /// Compares a file with what its record says of it.
    private static func fault(of record: MediaRecord, _ descriptor: Int32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return "it can't be read" }
        guard status.st_size == off_t(record.bytes) else {
            return "it has \(status.st_size) bytes instead of \(record.bytes)"
        }
        return nil
    }

    /// Calls `body` with the path and the name of every file in `renditions/`.
    func forEachRendition(_ body: (_ path: String, _ name: String) throws -> Void) rethrows {
        for digits in Self.digits {
            for name in FileSystem.names(in: "\(renditions)/\(digits)") {
                try body("\(renditions)/\(digits)/\(name)", name)
            }
        }
    }
}
