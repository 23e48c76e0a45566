import Crypto
import EventLog
import FoundationEssentials
import Glibc

/// A sealed file, open for reading anywhere in it: it stays readable as long as this lives, whatever becomes of its
/// name.
///
/// Its calls block their thread.
final class SealedFile: Sendable {
    /// Of the content.
    let bytes: Int
    /// Of this file and no other: a new one of the same name has another.
    let mark: String
    private let path: String
    private let descriptor: Int32
    private let key: FileKey

    /// - Parameter owner: the key of the person whose file it is.
    /// - Throws: ``EventLogError``: `not_found`; `corrupted` for what is no sealed file, `newer_format`.
    init(_ path: String, of owner: SymmetricKey) throws(EventLogError) {
        self.path = path
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
        do throws(EventLogError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw FileSystem.failure("look at", path) }
            guard let bytes = SealedLayout.content(ofStored: Int(status.st_size)) else {
                throw EventLogError(.corrupted, "\(path) is cut short: restore media/")
            }
            self.bytes = bytes
            let header = try FileBytes.read(descriptor, 0, SealedLayout.headerBytes, path)
            guard header.starts(with: SealedLayout.magic) else {
                throw EventLogError(.corrupted, "\(path) is no sealed file: restore media/")
            }
            guard header[SealedLayout.magic.count] <= SealedLayout.form else {
                throw EventLogError(.newerFormat, "\(path) was written by a newer version")
            }
            mark = header.suffix(8).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
            key = FileKey(of: owner, header: header, name: FileSystem.name(of: path))
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// A part of the content that lies within it.
    /// - Throws: ``EventLogError`` `corrupted` when it was altered.
    func read(_ part: Range<Int>) throws(EventLogError) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(part.count)
        var place = part.lowerBound
        while place < part.upperBound {
            let chunk = place / SealedLayout.chunkBytes
            let start = chunk * SealedLayout.chunkBytes
            let end = min(SealedLayout.pieceEnd(after: place), part.upperBound)
            content += try open(chunk)[place - start..<end - start]
            place = end
        }
        return content
    }

    /// Writes all of the content to another file.
    func copy(to output: Int32) throws(EventLogError) {
        for chunk in 0..<SealedLayout.chunks(of: bytes) { try FileBytes.write(try open(chunk), to: output, path) }
    }

    private func open(_ chunk: Int) throws(EventLogError) -> [UInt8] {
        let isLast = chunk == SealedLayout.chunks(of: bytes) - 1
        let count = isLast ? bytes - chunk * SealedLayout.chunkBytes : SealedLayout.chunkBytes
        let sealed = try FileBytes.read(
            descriptor, SealedLayout.offset(ofChunk: chunk), count + SealedLayout.tagBytes, path)
        guard let content = key.open(sealed, chunk: chunk, isLast: isLast) else {
            throw EventLogError(.corrupted, "\(path) is damaged, or sealed with another key: restore media/")
        }
        return Array(content)
    }
}

extension SealedFile {
    /// Seals a content into an empty file.
    /// - Parameters:
    ///   - input: a file that has the content from its beginning on, and nothing else.
    ///   - name: of the file that it becomes.
    /// - Returns: the SHA-256 of the file as it is stored.
    /// - Throws: ``EventLogError``.
    static func seal(
        _ input: Int32, _ bytes: Int, to output: Int32, named name: String, of owner: SymmetricKey
    ) throws -> [UInt8] {
        let header = FileKey.header()
        let key = FileKey(of: owner, header: header, name: name)
        var hash = SHA256()
        func store(_ bytes: [UInt8]) throws(EventLogError) {
            hash.update(data: bytes)
            try FileBytes.write(bytes, to: output, name)
        }
        try store(header)
        let chunks = SealedLayout.chunks(of: bytes)
        for chunk in 0..<chunks {
            let start = chunk * SealedLayout.chunkBytes
            let content = try FileBytes.read(input, start, min(SealedLayout.chunkBytes, bytes - start), name)
            try store(try key.seal(content, chunk: chunk, isLast: chunk == chunks - 1))
        }
        return Array(hash.finalize())
    }
}
