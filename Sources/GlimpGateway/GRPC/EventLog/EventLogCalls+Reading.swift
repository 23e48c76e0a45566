import Credentials
import EventLog
import GRPCCore
import GlimpSchemas

extension EventLogCalls {
    func read(
        request: ServerRequest<Eventlog_V1_ReadRequest>, context: ServerContext
    ) async throws -> StreamingServerResponse<WireBytes> {
        call.stream(context) { writer in
            let token = try door.token(request.metadata)
            try door.service(token)
            let message = request.message
            let query = try Query(message.query)
            let size = try batchSize(message.hasBatchSize ? message.batchSize : nil)
            var from = message.hasFrom ? Position(message.from) : nil
            var left = message.hasLimit ? message.limit : .max
            guard left > 0 else { throw CallFailure.invalid("limit", "a limit is at least 1") }
            repeat {
                try Task.checkCancellation()
                try door.service(token)
                // Before the page, so that it is never ahead of what was looked at.
                let head = try log.head().rawValue
                let page = try log.page(
                    query, from: from, backwards: message.backwards, limit: Int(min(UInt64(size), left)))
                try await write(page.events, head: head, to: writer)
                left -= UInt64(page.events.count)
                from = page.next
            } while from != nil && left > 0
        }
    }

    /// Writes `eventlog.v1.ReadResponse`s.
    private func write(_ events: [SequencedEvent], head: UInt64, to writer: RPCWriter<WireBytes>) async throws {
        var batches = EventBatches(events)
        repeat {
            var answer = batches.next()?.answer ?? WireBytes()
            answer.integer(2, head)
            // Suspends until the reader has taken what was written before.
            try await writer.write(answer)
        } while !batches.isAtEnd
    }

    func subscribe(
        request: ServerRequest<Eventlog_V1_SubscribeRequest>, context: ServerContext
    ) async throws -> StreamingServerResponse<WireBytes> {
        call.stream(context) { writer in
            let token = try door.token(request.metadata)
            try door.service(token)
            let message = request.message
            let query = try Query(message.query)
            let size = try batchSize(message.hasBatchSize ? message.batchSize : nil)
            let after = Position(message.after)
            guard after <= (try log.head()) else {
                throw CallFailure.invalid("after", "\(after) lies past the head: it is of another log")
            }
            for try await batch in log.subscribe(query, after: after, pageSize: size) {
                try door.service(token)
                try await write(batch, to: writer)
            }
        }
    }

    /// Writes `eventlog.v1.SubscribeResponse`s.
    private func write(_ batch: Subscription<EventLog>.Batch, to writer: RPCWriter<WireBytes>) async throws {
        var batches = EventBatches(batch.events)
        repeat {
            let part = batches.next() ?? EventBatches.Batch()
            var answer = part.answer
            // Of a part: as far as it goes, so that a reader who leaves after it resumes there.
            answer.integer(2, (batches.isAtEnd ? batch.position : part.last ?? .beginning).rawValue)
            answer.integer(3, batches.isAtEnd && batch.hasCaughtUp ? 1 : 0)
            try await writer.write(answer)
        } while !batches.isAtEnd
    }

    private func batchSize(_ asked: UInt32?) throws(CallFailure) -> Int {
        let size = Int(asked ?? 1_000)
        guard (1...EventLogLimits.pageEvents).contains(size) else {
            throw .invalid("batch_size", "a batch has 1 to \(EventLogLimits.pageEvents) events")
        }
        return size
    }
}
