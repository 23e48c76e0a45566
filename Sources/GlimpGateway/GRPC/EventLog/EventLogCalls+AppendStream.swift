import Credentials
import EventLog
import GRPCCore
import GlimpSchemas

extension EventLogCalls {
    /// Takes appends in while earlier ones are on their way, and answers each in order.
    ///
    /// When the server shuts down or the caller leaves, nothing more is taken in, and what is in flight is finished.
    func appendStream(
        request: StreamingServerRequest<Eventlog_V1_AppendRequest>, context: ServerContext
    ) async throws -> StreamingServerResponse<Eventlog_V1_AppendStreamResponse> {
        StreamingServerResponse { writer in
            do {
                let token = try door.token(request.metadata)
                try door.service(token)
                let window = AppendWindow()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await takeIn(request.messages, token, window, context) }
                    // Whoever waits for room must not wait for ever when answering has failed.
                    defer { window.close() }
                    try await answer(window, writer)
                    if let failure = window.failure { throw failure }
                }
                return [:]
            } catch let error as RPCError {
                throw error
            } catch {
                throw CallFailure(error, call.logger).rpcError
            }
        }
    }

    private func takeIn(
        _ requests: RPCAsyncSequence<Eventlog_V1_AppendRequest, any Error>, _ token: OperatorToken,
        _ window: AppendWindow, _ context: ServerContext
    ) async {
        do {
            try await context.runUnlessCancelled {
                for try await request in requests {
                    let bytes = request.approximateBytes
                    guard await window.waitForRoom(bytes) else { return }
                    // Each time: a revoked token appends nothing more.
                    let service = try door.service(token)
                    window.put(entry(request, by: service.id, bytes: bytes))
                }
            }
            window.close()
        } catch {
            window.close(error)
        }
    }

    private func entry(_ request: Eventlog_V1_AppendRequest, by service: OperatorID, bytes: Int) -> AppendWindow.Entry {
        do {
            return .submitted(try submit(request, by: service), bytes: bytes)
        } catch {
            return .failed(CallFailure(error, call.logger), bytes: bytes)
        }
    }

    private func answer(_ window: AppendWindow, _ writer: RPCWriter<Eventlog_V1_AppendStreamResponse>) async throws {
        while let entry = await window.next() {
            var answer = Eventlog_V1_AppendStreamResponse()
            switch entry {
            case .failed(let failure, _): answer.failure = Eventlog_V1_Failure(failure)
            case .submitted(let submission, _):
                do {
                    answer.appended = try Eventlog_V1_AppendResponse(try await submission.outcome())
                } catch {
                    answer.failure = Eventlog_V1_Failure(CallFailure(error, call.logger))
                }
            }
            try await writer.write(answer)
            window.release(entry)
        }
    }
}

extension Eventlog_V1_AppendRequest {
    /// What it holds in memory while it is in flight.
    fileprivate var approximateBytes: Int {
        events.reduce(256) { sum, event in
            sum + 320 + event.payload.count + event.tags.reduce(0) { $0 + $1.utf8.count }
        }
    }
}

extension Eventlog_V1_Failure {
    fileprivate init(_ failure: CallFailure) {
        self.init()
        code = failure.code
        message = failure.message
        position = failure.position ?? 0
        status = Int32(failure.kind.statusCode.rawValue)
    }
}
