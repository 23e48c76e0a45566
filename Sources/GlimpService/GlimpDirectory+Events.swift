import EventLog
import GlimpDomain

extension GlimpDirectory {
    /// Goes through events of the log, page by page, until one gives an answer.
    ///
    /// The pages are read one after another: events that are appended meanwhile may be among them.
    /// - Returns: the first answer; nil when no event gives one.
    /// - Throws: ``EventLogError``; ``EventDecodingError`` for an event that can't be read; what `answer` throws.
    func first<R>(of query: Query, backwards: Bool = false, _ answer: (DomainEvent) throws -> R?) throws -> R? {
        var from: Position?
        while true {
            let page = try log.page(query, from: from, backwards: backwards, limit: 100)
            for event in page.events {
                if let answer = try answer(DomainEvent(event)) { return answer }
            }
            guard let next = page.next else { return nil }
            from = next
        }
    }
}
