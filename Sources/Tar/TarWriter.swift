import CLibarchive
import Glibc

/// Makes a tar archive, piece by piece, out of files whose length is known before they come.
///
/// Plain ustar, which every reader of tar understands; where a file needs more than that, one of 8 GiB or a long name,
/// POSIX.1-2001 ("pax"). It waits for nobody: libarchive hands over what it has made to ``take()``, so nothing is held
/// but that and one block. Of one task at a time.
public final class TarWriter {
    /// What libarchive gathers before it hands it over.
    static let blockBytes = 1 << 16

    private final class Made {
        var bytes: [UInt8] = []
    }

    private let archive: OpaquePointer
    private let entry: OpaquePointer
    private let made = Made()
    /// How many bytes of the present file are still to come.
    private var left = 0

    public init() throws(TarError) {
        guard let archive = archive_write_new() else { throw TarError(action: "begin", reason: "no memory") }
        guard let entry = archive_entry_new() else {
            archive_write_free(archive)
            throw TarError(action: "begin", reason: "no memory")
        }
        self.archive = archive
        self.entry = entry
        try check("begin", archive_write_set_format_pax_restricted(archive))
        try check("begin", archive_write_set_bytes_per_block(archive, Int32(Self.blockBytes)))
        // The last one as long as it is.
        try check("begin", archive_write_set_bytes_in_last_block(archive, 1))
        // `made` lives as long as `archive`: this object has both, and frees the archive itself.
        let place = Unmanaged.passUnretained(made).toOpaque()
        let opened = archive_write_open2(
            archive, place, nil,
            { _, place, bytes, count in
                guard let place, let bytes else { return -1 }
                Unmanaged<Made>.fromOpaque(place).takeUnretainedValue().bytes
                    .append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
                return count
            }, nil, nil)
        try check("begin", opened)
    }

    deinit {
        // Else a file that is not whole would be filled up with zeros, to its promised length.
        archive_write_fail(archive)
        archive_write_free(archive)
        archive_entry_free(entry)
    }

    /// Begins a file, which only its owner may read where it is unpacked.
    /// - Parameters:
    ///   - name: relative, with `/` between its parts.
    ///   - bytes: how many ``append(_:)`` will be given, exactly.
    ///   - modified: in seconds since 1970.
    public func begin(_ name: String, bytes: Int, modified: Int64) throws(TarError) {
        precondition(left == 0, "the file before \(name) is not whole")
        archive_entry_clear(entry)
        archive_entry_set_pathname(entry, name)
        archive_entry_set_filetype(entry, UInt32(Glibc.S_IFREG))
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_size(entry, Int64(bytes))
        archive_entry_set_mtime(entry, Int(modified), 0)
        try check("write \(name) to", archive_write_header(archive, entry))
        left = bytes
    }

    /// The next bytes of the file that was begun.
    public func append(_ bytes: [UInt8]) throws(TarError) {
        precondition(bytes.count <= left, "a file has no more bytes than were promised")
        let written = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw failure("write to") }
        left -= written
    }

    /// Ends the archive.
    public func finish() throws(TarError) {
        precondition(left == 0, "the last file is not whole")
        try check("end", archive_write_close(archive))
    }

    /// What was made since the last time.
    public func take() -> [UInt8] {
        defer { made.bytes = [] }
        return made.bytes
    }

    /// A warning counts: something would be otherwise in the archive than was said.
    private func check(_ action: String, _ result: Int32) throws(TarError) {
        guard result == ARCHIVE_OK else { throw failure(action) }
    }

    private func failure(_ action: String) -> TarError {
        TarError(action: action, reason: archive_error_string(archive).map { String(cString: $0) } ?? "unknown")
    }
}
