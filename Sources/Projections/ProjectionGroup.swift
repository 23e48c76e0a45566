/// Projections that are read together at one position: one environment, one transaction, one checkpoint.
///
/// The group stops whole and rebuilds whole. A projection read alone is a group of one.
public struct ProjectionGroup: Sendable {
    public let name: String
    public let members: [any Projection]

    /// - Precondition: there is a member; names of members and of tables are unique; the group's name can name a
    ///   directory.
    public init(_ name: String, _ members: [any Projection]) {
        precondition(!members.isEmpty, "a group needs a projection")
        precondition(ProjectionGroup.canNameDirectory(name), "\(name) can't name a directory")
        precondition(Set(members.map(\.name)).count == members.count, "two projections of \(name) have one name")
        let tables = members.flatMap { $0.tables.map(\.name) } + [Generation.metaTable, RowChange.shape.name]
        precondition(Set(tables).count == tables.count, "two tables of \(name) have one name")
        self.name = name
        self.members = members
    }

    /// A group of one, with the projection's name.
    public init(_ projection: any Projection) { self.init(projection.name, [projection]) }

    /// What the rows are made by. Rows made by anything else are rebuilt.
    public var versions: [ProjectionVersion] {
        members.map { ProjectionVersion(name: $0.name, version: $0.version) }.sorted { $0.name < $1.name }
    }

    /// Whether rows made by `others` are older than what this program makes: never of two programs both ways, or they
    /// would rebuild each other's rows for ever.
    ///
    /// A projection with a greater version is newer; so is one that this program does not have, unless another of the
    /// group has a smaller version.
    func isNewer(than others: [ProjectionVersion]) -> Bool {
        let own = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.version) })
        let (known, unknown) = (others.filter { own[$0.name] != nil }, others.filter { own[$0.name] == nil })
        if known.contains(where: { $0.version > own[$0.name] ?? .max }) { return false }
        if known.contains(where: { $0.version < own[$0.name] ?? .min }) { return true }
        return unknown.isEmpty && others.count < members.count
    }

    /// Those of the members, and the one with the changes of their collections, if there are any.
    var tables: [TableShape] {
        let tables = members.flatMap(\.tables)
        return tables.contains(where: \.isCollection) ? tables + [RowChange.shape] : tables
    }

    private static func canNameDirectory(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }
}
