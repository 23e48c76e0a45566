import EventLog

/// A command that was refused before its events mattered. It is executed all the same, so that its outcome is kept.
struct RefusedCommand: GlimpCommand {
    let refusal: Refusal
    let actor: Actor

    /// Next to nothing: a boundary can't be empty, and nothing is asked of this one.
    var boundary: Query { Query(types: [AccountRegistered.type], tags: [Tag(actor.rawValue)]) }

    var initialState: Void { () }

    static func evolve(_ state: inout Void, _ event: DomainEvent) {}

    func decide(_ state: Void, at now: Timestamp) -> Ruling { .refused(refusal) }
}
