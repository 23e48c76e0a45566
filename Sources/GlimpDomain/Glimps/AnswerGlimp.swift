public import EventLog
public import GlimpSchemas

/// Answers a request with one picture made for the asker alone.
public struct AnswerGlimp: CallerCommand {
    public let me: UserID
    public let request: GlimpRequestID
    /// nil: the answerer has uploaded no such picture.
    public let photo: Photo?
    public let contentHash: KeyedHash<SentContent>?

    public init(_ wire: Glimp_V1_AnswerGlimp, by actor: Actor?, at door: Door) throws(Refusal) {
        me = try .acting(actor)
        request = try .field(wire.request, "request")
        let upload = try door.photo(wire.photo, of: me)
        photo = upload?.photo
        contentHash = upload?.content
    }

    public static func media(in wire: Glimp_V1_AnswerGlimp) -> [String] { [wire.photo.media] }

    public var boundary: Query {
        var items: [QueryItem] = [.history(of: request)]
        if let contentHash { items.append(QueryItem(types: [GlimpAnswered.type], tags: [contentHash.tag])) }
        return Query(items)
    }

    public var initialState: GlimpHistory { GlimpHistory(of: request) }

    public static func evolve(_ state: inout GlimpHistory, _ event: DomainEvent) { state.evolve(event) }

    public func decide(_ history: GlimpHistory, at now: Timestamp) -> Ruling {
        switch history.open(for: me, as: \.answerer, at: now) {
        case .failure(let refusal): return .refused(refusal)
        case .success(let open):
            guard let photo, let contentHash else { return .refused(.photoNotFound) }
            guard photo.isSquare else { return .refused(.photoNotSquare) }
            if history.sent.contains(contentHash) { return .refused(.photoAlreadySent) }
            return .accepted([
                .glimpAnswered(
                    GlimpAnswered(
                        request: request, asker: open.asker, answerer: me, photo: photo, contentHash: contentHash
                    )
                )
            ])
        }
    }
}
