import ArgumentParser
import GlimpReadModels
import Projections

/// Which groups are meant.
struct GroupArguments: ParsableArguments {
    @Argument(help: "Projections or groups.")
    var names: [String] = []

    @Flag(help: "All of them.")
    var all = false

    func validate() throws {
        if names.isEmpty != all { throw ValidationError("name projections, or give --all") }
        _ = try groups()
    }

    /// The groups, each once, in their own order.
    func groups() throws -> [ProjectionGroup] {
        guard !all else { return GlimpReadModels.all }
        var wanted: Set<String> = []
        for name in names {
            guard let group = GlimpReadModels.all.first(where: { $0.has(name) }) else {
                throw ValidationError("there is no projection \(name); there are \(Self.known)")
            }
            wanted.insert(group.name)
        }
        return GlimpReadModels.all.filter { wanted.contains($0.name) }
    }

    private static var known: String {
        GlimpReadModels.all.map { group in
            let members = group.members.map(\.name)
            return members == [group.name] ? group.name : "\(group.name) (\(members.joined(separator: ", ")))"
        }.joined(separator: ", ")
    }
}

extension ProjectionGroup {
    fileprivate func has(_ name: String) -> Bool { self.name == name || members.contains { $0.name == name } }
}
