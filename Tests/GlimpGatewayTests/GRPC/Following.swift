import GRPCCore
import GlimpSchemas
import GlimpServices
import SwiftProtobuf

extension TestGateway {
    /// The answers of one Read.
    func read(_ request: Eventlog_V1_ReadRequest, _ service: ServiceAccount) async throws -> [Eventlog_V1_ReadResponse]
    {
        try await events.read(request, metadata: service.metadata) { response in
            var answers: [Eventlog_V1_ReadResponse] = []
            for try await answer in response.messages { answers.append(answer) }
            return answers
        }
    }

    /// The answers of a Subscribe until `isEnough` of those so far.
    func follow(
        _ request: Eventlog_V1_SubscribeRequest, _ service: ServiceAccount,
        until isEnough: @escaping @Sendable ([Eventlog_V1_SubscribeResponse]) -> Bool
    ) async throws -> [Eventlog_V1_SubscribeResponse] {
        try await events.subscribe(request, metadata: service.metadata) { response in
            var answers: [Eventlog_V1_SubscribeResponse] = []
            for try await answer in response.messages {
                answers.append(answer)
                if isEnough(answers) { break }
            }
            return answers
        }
    }

    /// What somebody's live stream tells until `isEnough` of it so far; the beginning left out.
    func follow(
        after position: UInt64? = nil, _ person: SignedIn,
        onStart: @escaping @Sendable () async throws -> Void = {},
        until isEnough: @escaping @Sendable ([Glimp_V1_SubscribeResponse]) async throws -> Bool
    ) async throws -> [Glimp_V1_SubscribeResponse] {
        let request = Glimp_V1_SubscribeRequest.with { if let position { $0.after = position } }
        return try await live.subscribe(request, metadata: person.metadata) { response in
            var messages = response.messages.makeAsyncIterator()
            _ = try await messages.next()
            try await onStart()
            var told: [Glimp_V1_SubscribeResponse] = []
            while !(try await isEnough(told)), let message = try await messages.next() { told.append(message) }
            return told
        }
    }

    /// Sends appends on one stream and gives its answers.
    func appendStream(
        _ service: ServiceAccount,
        _ produce: @escaping @Sendable (RPCWriter<Eventlog_V1_AppendRequest>) async throws -> Void
    ) async throws -> [Eventlog_V1_AppendStreamResponse] {
        try await events.appendStream(metadata: service.metadata, requestProducer: produce) { response in
            var answers: [Eventlog_V1_AppendStreamResponse] = []
            for try await answer in response.messages { answers.append(answer) }
            return answers
        }
    }
}
