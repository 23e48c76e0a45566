import EventLog
import GRPCCore
import GlimpDomain
import GlimpSchemas
import GlimpServices
import GlimpService

/// `glimp.v1.Commands`: the commands of whoever is signed in.
struct CommandCalls: Glimp_V1_Commands.ServiceProtocol {
    let commands: CommandBus
    let door: PersonDoor
    let call: GRPCCall

    /// As many as a client is likely to have queued, and few enough to be decided within one call.
    static let maximumBatch = 500

    func execute(
        request: ServerRequest<Glimp_V1_ExecuteRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_ExecuteResponse> {
        try await call.unary {
            let sender = try door.sender(request.metadata)
            let input = try CommandInput(request.message)
            let outcome = try await commands.execute(input.command, by: sender, id: input.id)
            return try Glimp_V1_ExecuteResponse(outcome)
        }
    }

    /// Commands are decided in the order in which they are submitted, and share commits.
    func executeBatch(
        request: ServerRequest<Glimp_V1_ExecuteBatchRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_ExecuteBatchResponse> {
        try await call.unary {
            let sender = try door.sender(request.metadata)
            let batch = request.message.commands
            guard (1...Self.maximumBatch).contains(batch.count) else {
                throw CallFailure.invalid("commands", "a batch has 1 to \(Self.maximumBatch) commands")
            }
            let inputs = batch.map { item in Result { try input(item) } }
            try await commands.claimUploads(of: inputs.compactMap { try? $0.get().command }, by: sender)
            // What could not be written holds back what follows, which may depend on it.
            let chain = SubmissionChain()
            let submissions = inputs.map { input in
                Result {
                    let input = try input.get()
                    return try commands.submit(input.command, by: sender, id: input.id, in: chain)
                }
            }
            var response = Glimp_V1_ExecuteBatchResponse()
            for (item, submission) in zip(batch, submissions) {
                var result = Glimp_V1_CommandResult()
                result.id = item.id
                do {
                    result.accepted = try Glimp_V1_ExecuteResponse(try await submission.get().outcome())
                } catch {
                    result.failure = Glimp_V1_CommandFailure(CallFailure(error, call.logger))
                }
                response.results.append(result)
            }
            return response
        }
    }

    private func input(_ item: Glimp_V1_ExecuteRequest) throws -> CommandInput {
        guard !item.id.isEmpty else { throw CallFailure.invalid("id", "each command of a batch has an id") }
        return try CommandInput(item)
    }
}

extension Glimp_V1_ExecuteResponse {
    /// - Throws: ``CallFailure`` for a refusal.
    fileprivate init(_ outcome: Outcome) throws(CallFailure) {
        self.init()
        position = outcome.position.rawValue
        isDuplicate = outcome.isDuplicate
        switch outcome.result {
        case .appended(_, _, let ids): eventIds = ids.map(\.canonicalText)
        case .nothingToAppend: break
        case .refused(let refusal): throw CallFailure(refusal, isDuplicate: outcome.isDuplicate)
        }
    }
}

extension Glimp_V1_CommandFailure {
    fileprivate init(_ failure: CallFailure) {
        self.init()
        code = failure.code
        message = failure.message
        subjects = failure.subjects
        status = Int32(failure.kind.statusCode.rawValue)
        isDuplicate = failure.isDuplicate
    }
}
