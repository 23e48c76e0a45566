public import EventLog
import HeapModule

/// The requests that wait for an answer, by the moment their time is over. A fold of the glimp events.
public struct ExpirySchedule: Sendable {
    /// A request whose time is over at `expiresAt`.
    public struct Entry: Hashable, Sendable {
        public let request: GlimpRequestID
        public let expiresAt: Timestamp
        /// Where it was asked.
        public let position: Position
    }

    /// What it folds: everything that opens or closes a request.
    public static let eventTypes = [
        GlimpRequested.type, GlimpAnswered.type, GlimpDeclined.type, GlimpRequestCancelled.type, GlimpExpired.type,
    ]

    /// The last position that was folded.
    private(set) var checkpoint: Position = .beginning
    private var open: [GlimpRequestID: Entry] = [:]
    /// Holds every open request. A closed one stays until it comes to the top or outnumbers the open ones: taking it
    /// out of the middle would cost a search.
    private var byExpiry: Heap<Entry> = []

    public init() {}

    /// When the next one is due; nil while none waits.
    var nextDue: Timestamp? { byExpiry.min?.expiresAt }

    /// The requests whose time is over, in the order in which it ended.
    ///
    /// They stay until the event that closes them is folded, so that a failed attempt is made again.
    public func due(by now: Timestamp) -> [Entry] {
        guard let next = nextDue, next <= now else { return [] }
        var rest = byExpiry
        var due: [Entry] = []
        while let entry = rest.popMin(), entry.expiresAt <= now {
            if isOpen(entry) { due.append(entry) }
        }
        return due
    }

    /// Folds one event. What lies at or before the checkpoint was folded already and changes nothing.
    public mutating func evolve(_ event: DomainEvent, at position: Position) {
        guard position > checkpoint else { return }
        checkpoint = position
        switch event {
        case .glimpRequested(let event):
            let entry = Entry(request: event.request, expiresAt: event.expiresAt, position: position)
            open[event.request] = entry
            byExpiry.insert(entry)
        case .glimpAnswered(let event): close(event.request)
        case .glimpDeclined(let event): close(event.request)
        case .glimpRequestCancelled(let event): close(event.request)
        case .glimpExpired(let event): close(event.request)
        default: break
        }
    }

    private mutating func close(_ request: GlimpRequestID) {
        guard open.removeValue(forKey: request) != nil else { return }
        while let first = byExpiry.min, !isOpen(first) { byExpiry.removeMin() }
        if byExpiry.count > 2 * open.count + 64 { byExpiry = Heap(open.values) }
    }

    private func isOpen(_ entry: Entry) -> Bool { open[entry.request] == entry }
}

extension ExpirySchedule.Entry: Comparable {
    public static func < (a: Self, b: Self) -> Bool {
        (a.expiresAt, a.position, a.request) < (b.expiresAt, b.position, b.request)
    }
}
