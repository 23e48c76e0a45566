import EventLog

/// Any command of a person, refused once they are erased: the one place that all of them go through.
struct UnlessErased<Command: GlimpCommand>: GlimpCommand {
    let command: Command
    let user: UserID

    struct State: Sendable {
        var inner: Command.State
        let user: UserID
        var isErased = false
    }

    var boundary: Query {
        // An account's own items may ask for this already; asking twice costs one look-up where nothing is found.
        guard let items = command.boundary.items else { return .all }
        return Query(items + [QueryItem(types: [AccountErased.type], tags: [user.tag])])
    }

    var personOfDetails: UserID? { command.personOfDetails }

    var initialState: State { State(inner: command.initialState, user: user) }

    static func evolve(_ state: inout State, _ event: DomainEvent) {
        if case .accountErased(let event) = event, event.user == state.user { state.isErased = true }
        Command.evolve(&state.inner, event)
    }

    func decide(_ state: State, at now: Timestamp) -> Ruling {
        state.isErased ? .refused(.userNotFound) : command.decide(state.inner, at: now)
    }
}
