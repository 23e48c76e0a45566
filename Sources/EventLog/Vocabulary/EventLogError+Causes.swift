import LMDB

extension EventLogError {
    static func damagedRecord(at position: UInt64, _ directory: String) -> EventLogError {
        EventLogError(
            .corrupted,
            "event \(position) in \(directory) is missing or was altered: restore log/ from a backup",
            position: Position(position))
    }

    /// What LMDB reports, in this library's terms.
    init(_ error: LMDBError) {
        let code: Code =
            switch error.condition {
            case .mapFull, .diskFull: .full
            case .corrupted, .invalidFile, .incompatibleTable: .corrupted
            case .versionMismatch: .newerFormat
            case .noSuchFile: .notFound
            case .readersFull, .busy, .transactionTooLarge, .tablesFull: .busy
            case .closed: .closed
            case .alreadyOpen: .locked
            case .panic: .outcomeUnknown
            case .keyTooLong: .invalidInput
            case .permissionDenied, .inputOutput, .fileExists, .mapResized, .keyExists, .notFound, .badTransaction,
                .other:
                .inputOutput
            }
        self.init(code, String(describing: error))
    }

    /// Runs what throws errors of several kinds, and throws this one's.
    package static func translating<R>(_ body: () throws -> R) throws(EventLogError) -> R {
        do { return try body() } catch { throw from(error) }
    }

    /// Any error as this library's; its own pass unchanged.
    package static func from(_ error: any Error) -> EventLogError {
        switch error {
        case let error as EventLogError: error
        case let error as LMDBError: EventLogError(error)
        case IndexTrouble.damaged(let reason): EventLogError(.corrupted, reason)
        case IndexTrouble.lagging: EventLogError(.busy, "the index can't follow the log; try again later")
        default: EventLogError(.inputOutput, String(describing: error))
        }
    }
}
