import GRPCCore
import GlimpReadModels
import GlimpSchemas
import GlimpServices

extension QueryCalls {
    func feeds(
        request: ServerRequest<Glimp_V1_FeedsRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_FeedsResponse> {
        try await call.unary {
            let person = try door.person(request.metadata)
            let message = request.message
            let limit = message.hasLimit ? Int(message.limit) : PageRequest.defaultLimit
            try await wait(message.hasWaitFor ? message.waitFor : nil, for: GlimpReadModels.feeds)
            return .init(try await readModels.feeds(for: person, limit: limit), at: now())
        }
    }

    func feed(
        request: ServerRequest<Glimp_V1_FeedRequest>, context: ServerContext
    ) async throws -> ServerResponse<Glimp_V1_FeedResponse> {
        try await answer(request, from: GlimpReadModels.feeds) { person, page in
            .init(try await readModels.feed(request.message.feed, for: person, page), at: now())
        }
    }
}
