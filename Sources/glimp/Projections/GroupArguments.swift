import ArgumentParser
import GlimpReadModels
import Projections

/// Which groups are meant.
struct GroupArguments: ParsableArguments {
    @Argument(help: "Projections or groups, as `glimp projection list` names them.")
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
            // A group may have a member of its own name, and means all of itself.
            let groups = GlimpReadModels.all.filter { $0.has(name) }
            guard let group = groups.first else {
                throw ValidationError("there is no projection \(name); there are \(Self.known)")
            }
            guard groups.count == 1 else {
                let choice = groups.map { "\($0.name)/\(name)" }.joined(separator: ", ")
                throw ValidationError("\(name) is in several groups; name one: \(choice)")
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
    fileprivate func has(_ name: String) -> Bool {
        let members = members.map(\.name)
        return self.name == name
            || members.contains { $0 == name || ProjectionName.of($0, among: members, in: self.name) == name }
    }
}

/// What a projection is called among all: projections of several groups may bear one name.
enum ProjectionName {
    /// `photos/likes`; of a group that is one projection only its name.
    static func of(_ member: String, among members: [String], in group: String) -> String {
        members == [group] ? group : "\(group)/\(member)"
    }
}
