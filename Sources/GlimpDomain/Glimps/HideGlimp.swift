public import EventLog
public import GlimpSchemas

/// Takes a glimp out of one's own collection; the other one keeps it.
public struct HideGlimp: CallerCommand {
    public let me: UserID
    public let glimp: GlimpRequestID

    public init(_ wire: Glimp_V1_HideGlimp, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        glimp = try .field(wire.glimp, "glimp")
    }

    public var boundary: Query {
        Query(types: [GlimpRequested.type, GlimpAnswered.type, GlimpHidden.type], tags: [glimp.tag])
    }

    public var initialState: GlimpHistory { GlimpHistory(of: glimp) }

    public static func evolve(_ state: inout GlimpHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ history: GlimpHistory, at now: Timestamp) -> Ruling {
        guard let request = history.request, request.status == .answered, request.concerns(me) else {
            return .refused(.glimpNotFound)
        }
        if request.hiddenBy.contains(me) { return .nothingHappened }
        return .accepted([
            .glimpHidden(
                GlimpHidden(request: glimp, asker: request.asker, answerer: request.answerer, hiddenBy: me)
            )
        ])
    }
}
