import FoundationEssentials

/// An operator as stored; the id is the key.
struct OperatorRow: Equatable, Sendable {
    var name: String
    var scopes: Set<OperatorScope>
    var created: Date
    var revoked: Date?

    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.time(created)
        writer.number(revoked?.microseconds ?? -1)
        writer.text(name)
        writer.number(Int64(scopes.count))
        for scope in scopes.sorted() { writer.text(scope.rawValue) }
        return writer.bytes
    }

    init(name: String, scopes: Set<OperatorScope>, created: Date) {
        self.name = name
        self.scopes = scopes
        self.created = created
    }

    /// - Throws: `corrupted`.
    init(stored: [UInt8]) throws(CredentialsError) {
        var reader = ByteReader(stored, "an operator")
        created = try reader.time()
        let revoked = try reader.number()
        self.revoked = revoked < 0 ? nil : Date(microseconds: revoked)
        name = try reader.text()
        scopes = []
        for _ in 0..<max(0, try reader.number()) { scopes.insert(OperatorScope(rawValue: try reader.text())) }
    }
}

/// A token of an operator as stored; the operator's id and its own are the key. Of what it says only a hash.
struct OperatorTokenRow: Equatable, Sendable {
    var hash: [UInt8]
    var label: String
    var created: Date
    var expires: Date?
    var revoked: Date?

    func isValid(at now: Date) -> Bool { revoked == nil && expires.map { now < $0 } ?? true }

    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.fixed(hash)
        writer.time(created)
        for time in [expires, revoked] { writer.number(time?.microseconds ?? -1) }
        writer.text(label)
        return writer.bytes
    }

    init(hash: [UInt8], label: String, created: Date, expires: Date?) {
        self.hash = hash
        self.label = label
        self.created = created
        self.expires = expires
    }

    /// - Throws: `corrupted`.
    init(stored: [UInt8]) throws(CredentialsError) {
        var reader = ByteReader(stored, "an operator's token")
        hash = try reader.fixed(32)
        created = try reader.time()
        let times = [try reader.number(), try reader.number()].map { $0 < 0 ? nil : Date(microseconds: $0) }
        expires = times[0]
        revoked = times[1]
        label = try reader.text()
    }
}
