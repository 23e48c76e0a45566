import LMDB

/// How a group's current generation is found.
enum Standing {
    /// There is none.
    case none
    case usable(number: Int, Generation, Checkpoint, Stop?)
    /// It can't be opened, or says nothing about itself that makes sense: the log gives another. `projection_superseded`
    /// when a newer program made it.
    case unreadable(any Error)
}

extension ReadModelStore {
    /// - Throws: what says nothing about the rows: no permission, no reader slot, a failing disk.
    func standing(of group: ProjectionGroup) throws -> Standing {
        do {
            guard let (number, generation) = try current(group) else { return .none }
            let (checkpoint, stop) = try generation.summary()
            // Rows of another version may lack tables: they are only read until they are replaced.
            if checkpoint.versions == group.versions { try generation.requireTables() }
            return .usable(number: number, generation, checkpoint, stop)
        } catch  where Standing.isAboutRows(error) {
            return .unreadable(error)
        }
    }
}

extension Standing {
    fileprivate static func isAboutRows(_ error: any Error) -> Bool {
        switch error {
        case let error as ProjectionError: error.code == .damaged || error.code == .superseded
        case let error as LMDBError:
            switch error.condition {
            case .corrupted, .invalidFile, .incompatibleTable: true
            default: false
            }
        default: false
        }
    }
}
