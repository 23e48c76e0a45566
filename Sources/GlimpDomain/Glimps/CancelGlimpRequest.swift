public import EventLog
public import GlimpSchemas

/// Takes back a request that is open.
public struct CancelGlimpRequest: CallerCommand {
    public let me: UserID
    public let request: GlimpRequestID

    public init(_ wire: Glimp_V1_CancelGlimpRequest, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        request = try .field(wire.request, "request")
    }

    public var boundary: Query { Query([.history(of: request)]) }

    public var initialState: GlimpHistory { GlimpHistory(of: request) }

    public static func evolve(_ state: inout GlimpHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ history: GlimpHistory, at now: Timestamp) -> Ruling {
        switch history.open(for: me, as: \.asker, at: now) {
        case .failure(let refusal): .refused(refusal)
        case .success(let open):
            .accepted([
                .glimpRequestCancelled(
                    GlimpRequestCancelled(request: request, asker: me, answerer: open.answerer)
                )
            ])
        }
    }
}
