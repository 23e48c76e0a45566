import FoundationEssentials
import LMDB

/// The accounts and tokens of operators and services. They have no passwords: a token is made by whoever has the
/// machine or may `operate` it, shown once, and stored hashed.
public struct OperatorStore: Sendable {
    /// Operators, revoked ones too, whose ids stand in what they did.
    public static let maximumOperators = 1_000
    public static let maximumTokensAnOperator = 100
    /// Of a name and a label, in characters.
    public static let maximumName = 100
    public static let maximumScopes = 32

    let files: CredentialFiles
    let writer: CredentialWriter
    let options: CredentialsOptions

    /// Makes an operator, who can do nothing until a token is made.
    /// - Throws: `invalid_input` when the name is out of bounds or another operator's, or a scope is out of bounds, or
    ///   there are too many; `busy`, `io_error`.
    public func create(name: String, scopes: Set<OperatorScope>) async throws -> Operator {
        try Self.requireName(name)
        guard scopes.count <= Self.maximumScopes, scopes.allSatisfy({ (1...64).contains($0.rawValue.utf8.count) })
        else { throw CredentialsError(.invalidInput, "an operator has at most 32 scopes of 1 to 64 bytes") }
        let id = OperatorID(UUID(bytes: options.random(16)))
        let row = OperatorRow(name: name, scopes: scopes, created: options.now())
        try await writer.write { [self] transaction in
            let others = try operators(in: transaction)
            guard others.count < Self.maximumOperators else {
                throw CredentialsError(.invalidInput, "there are \(others.count) operators already")
            }
            guard !others.contains(where: { $0.row.revoked == nil && $0.row.name == name }) else {
                throw CredentialsError(.invalidInput, "the name is another operator's")
            }
            try transaction.put(row.stored, for: id.uuid.bytes, in: files.operators)
        }
        return Operator(id, row)
    }

    /// All operators, revoked ones too, the oldest first.
    /// - Throws: `io_error`.
    public func list() throws(CredentialsError) -> [Operator] {
        try writer.read { transaction in try operators(in: transaction) }
            .map { Operator($0.id, $0.row) }.sorted { $0.created < $1.created }
    }

    /// Ends all that an operator may do. In every process the operator's tokens open nothing once this returns.
    /// - Throws: `not_found`; `busy`, `io_error`.
    public func revoke(_ id: OperatorID) async throws {
        let now = options.now()
        try await writer.write { [files] transaction in
            var row = try Self.row(id, files, in: transaction)
            guard row.revoked == nil else { return }
            row.revoked = now
            try transaction.put(row.stored, for: id.uuid.bytes, in: files.operators)
        }
    }

    static func row<T: Transaction & ~Copyable>(
        _ id: OperatorID, _ files: CredentialFiles, in transaction: borrowing T
    ) throws -> OperatorRow {
        guard let stored = try transaction.get(id.uuid.bytes, in: files.operators)?.bytes else {
            throw CredentialsError(.notFound, "there is no such operator")
        }
        return try OperatorRow(stored: stored)
    }

    static func requireName(_ name: String) throws(CredentialsError) {
        guard !name.isEmpty, name.utf8.count <= 4 * maximumName, name.count <= maximumName else {
            throw CredentialsError(.invalidInput, "a name has 1 to \(maximumName) characters")
        }
    }

    private func operators<T: Transaction & ~Copyable>(
        in transaction: borrowing T
    ) throws -> [(id: OperatorID, row: OperatorRow)] {
        var found: [(OperatorID, OperatorRow)] = []
        var cursor = try Cursor(files.operators, in: transaction)
        var isThere = try cursor.first()
        while isThere {
            let key = cursor.keyBytes.bytes
            guard key.count == 16 else { throw CredentialsError.damaged("the table of operators") }
            found.append((OperatorID(UUID(bytes: key)), try OperatorRow(stored: cursor.value.bytes)))
            isThere = try cursor.next()
        }
        return found
    }
}

extension Operator {
    init(_ id: OperatorID, _ row: OperatorRow) {
        self.init(id: id, name: row.name, scopes: row.scopes, created: row.created, revoked: row.revoked)
    }
}
