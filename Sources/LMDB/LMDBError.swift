import CLMDB
import Glibc

/// Why LMDB, or the operating system below it, could not do what it was asked.
public struct LMDBError: Error, Hashable, Sendable {
    /// A case for each condition that a caller handles; everything else is `other` with its number.
    public enum Condition: Hashable, Sendable {
        /// The map has no room for another page (`MDB_MAP_FULL`).
        case mapFull
        /// Every reader slot is taken (`MDB_READERS_FULL`).
        case readersFull
        /// Another process has enlarged the map while this one has transactions running: end them and begin again
        /// (`MDB_MAP_RESIZED`).
        case mapResized
        /// A page is missing or of the wrong kind (`MDB_CORRUPTED`, `MDB_PAGE_NOTFOUND`).
        case corrupted
        /// The file is not an LMDB file, or shorter than its last page (`MDB_INVALID`).
        case invalidFile
        /// Written by another version of LMDB's file format (`MDB_VERSION_MISMATCH`).
        case versionMismatch
        /// A meta page could not be written: close and reopen the environment (`MDB_PANIC`).
        case panic
        /// The key exists and was not to be replaced (`MDB_KEYEXIST`).
        case keyExists
        /// No such table, or no such key where one is required (`MDB_NOTFOUND`).
        case notFound
        /// The key is empty or longer than 511 bytes, or the value has the wrong size (`MDB_BAD_VALSIZE`).
        case keyTooLong
        /// The transaction touched more pages than one may (`MDB_TXN_FULL`).
        case transactionTooLarge
        /// More tables than the environment was opened for (`MDB_DBS_FULL`).
        case tablesFull
        /// The table exists with other options (`MDB_INCOMPATIBLE`).
        case incompatibleTable
        /// An earlier failure has made the transaction unusable, or the table was opened after it began
        /// (`MDB_BAD_TXN`, `MDB_BAD_DBI`).
        case badTransaction
        /// This process has the environment open already: LMDB's locks would break silently.
        case alreadyOpen
        /// The environment was closed, or could not be reopened.
        case closed
        /// No space, quota or permitted file size is left (`ENOSPC`, `EDQUOT`, `EFBIG`).
        case diskFull
        /// `ENOENT`.
        case noSuchFile
        /// `EEXIST`.
        case fileExists
        /// `EACCES`, `EPERM`, `EROFS`.
        case permissionDenied
        /// `EIO`.
        case inputOutput
        /// Transactions did not end in time, or `EAGAIN`, `EBUSY`.
        case busy
        /// Any other code of LMDB or `errno`.
        case other(Int32)
    }

    public let condition: Condition
    /// The call that failed, and on what: `open …/log`.
    public let operation: String

    public init(_ condition: Condition, _ operation: String) {
        self.condition = condition
        self.operation = operation
    }

    @usableFromInline
    init(code: Int32, _ operation: String) {
        self.init(Condition(code: code), operation)
    }
}

extension LMDBError.Condition {
    /// The condition behind a return code of LMDB: its own numbers below zero, `errno` above.
    init(code: Int32) {
        switch code {
        case MDB_MAP_FULL: self = .mapFull
        case MDB_READERS_FULL: self = .readersFull
        case MDB_MAP_RESIZED: self = .mapResized
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND: self = .corrupted
        case MDB_INVALID: self = .invalidFile
        case MDB_VERSION_MISMATCH: self = .versionMismatch
        case MDB_PANIC: self = .panic
        case MDB_KEYEXIST: self = .keyExists
        case MDB_NOTFOUND: self = .notFound
        case MDB_BAD_VALSIZE: self = .keyTooLong
        case MDB_TXN_FULL: self = .transactionTooLarge
        case MDB_DBS_FULL: self = .tablesFull
        case MDB_INCOMPATIBLE: self = .incompatibleTable
        case MDB_BAD_TXN, MDB_BAD_RSLOT, MDB_BAD_DBI: self = .badTransaction
        case ENOSPC, EDQUOT, EFBIG: self = .diskFull
        case EEXIST: self = .fileExists
        case ENOENT: self = .noSuchFile
        case EACCES, EPERM, EROFS: self = .permissionDenied
        case EIO: self = .inputOutput
        case EAGAIN, EBUSY: self = .busy
        default: self = .other(code)
        }
    }

    var explanation: String {
        switch self {
        case .mapFull: "the memory map is full"
        case .readersFull: "all reader slots are taken"
        case .mapResized: "another process has enlarged the memory map"
        case .corrupted: "a page is damaged"
        case .invalidFile: "not an LMDB file, or cut short"
        case .versionMismatch: "written by another version of LMDB"
        case .panic: "a meta page could not be written; the environment must be reopened"
        case .keyExists: "the key exists"
        case .notFound: "not found"
        case .keyTooLong: "the key is empty or longer than 511 bytes, or the value has a wrong size"
        case .transactionTooLarge: "the transaction is too large"
        case .tablesFull: "too many tables"
        case .incompatibleTable: "the table exists with other options"
        case .badTransaction: "the transaction can no longer be used"
        case .alreadyOpen: "this process has it open already"
        case .closed: "the environment is closed"
        case .diskFull: "no space left on the device"
        case .fileExists: "the file exists"
        case .noSuchFile: "no such file or directory"
        case .permissionDenied: "permission denied, or a read-only file system"
        case .inputOutput: "input/output error"
        case .busy: "busy"
        case .other(let code): String(cString: mdb_strerror(code))
        }
    }
}

extension LMDBError: CustomStringConvertible {
    public var description: String { "\(operation): \(condition.explanation)" }
}

/// Throws what a return code of LMDB means, if anything.
@inlinable
@inline(__always)
func check(_ code: Int32, _ operation: @autoclosure () -> String) throws(LMDBError) {
    if code != 0 { throw LMDBError(code: code, operation()) }
}
