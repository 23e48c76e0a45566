import LMDB

extension CredentialsError {
    /// What LMDB reports, in this library's terms.
    init(_ error: LMDBError) {
        let code: Code =
            switch error.condition {
            case .corrupted, .invalidFile, .incompatibleTable: .corrupted
            case .versionMismatch: .newerFormat
            case .readersFull, .busy, .transactionTooLarge, .tablesFull: .busy
            case .mapFull, .diskFull, .noSuchFile, .closed, .alreadyOpen, .panic, .keyTooLong, .permissionDenied,
                .inputOutput, .fileExists, .mapResized, .keyExists, .notFound, .badTransaction, .other:
                .inputOutput
            }
        // LMDB's errors name calls, tables and directories; keys and values are never in them.
        self.init(code, String(describing: error))
    }

    /// Any error as this library's; its own pass unchanged.
    static func from(_ error: any Error) -> CredentialsError {
        switch error {
        case let error as CredentialsError: error
        case let error as LMDBError: CredentialsError(error)
        // The description of a foreign error might have anything in it.
        default: CredentialsError(.inputOutput, "\(type(of: error))")
        }
    }
}
