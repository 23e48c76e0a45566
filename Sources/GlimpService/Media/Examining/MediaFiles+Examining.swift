import Crypto
import EventLog
import Glibc

extension MediaFiles {
    /// What is wrong with the file of an upload; nil: nothing.
    func fault(of record: MediaRecord) -> (kind: MediaFinding.Kind, what: String)? {
        let path = file(record.media)
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = FileSystem.failure("open", path)
            return (failure.code == .notFound ? .missing : .damaged, failure.message)
        }
        defer { close(descriptor) }
        return Self.fault(of: record, descriptor, path).map { (.damaged, "\(path): \($0)") }
    }

    /// Compares a file with what its record says of it, as it is stored: no key is needed.
    private static func fault(of record: MediaRecord, _ descriptor: Int32, _ path: String) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return FileSystem.failure("look at", path).message }
        guard status.st_size == off_t(record.storedBytes) else {
            return "it has \(status.st_size) bytes instead of \(record.storedBytes)"
        }
        var hash = SHA256()
        var place = 0
        do throws(EventLogError) {
            while place < record.storedBytes {
                let piece = try FileBytes.read(descriptor, place, min(pieceBytes, record.storedBytes - place), path)
                hash.update(data: piece)
                place += piece.count
            }
        } catch {
            return error.message
        }
        return hash.finalize() == record.fileHash ? nil : "it is not what was kept"
    }

    /// What is read of a file at once.
    private static let pieceBytes = 1 << 20

    /// Calls `body` with the path and the name of every file in `renditions/`.
    func forEachRendition(_ body: (_ path: String, _ name: String) throws -> Void) rethrows {
        for digits in Self.digits { try forEachRendition(in: digits, body) }
    }

    /// Calls `body` with the path and the name of every file in one folder of `renditions/`.
    func forEachRendition(in digits: String, _ body: (_ path: String, _ name: String) throws -> Void) rethrows {
        let folder = "\(renditions)/\(digits)"
        for name in FileSystem.names(in: folder) { try body("\(folder)/\(name)", name) }
    }
}
