import GRPCCore

/// Counts the calls of an address, before anything of them is read. Not those of a service that shows its token: it makes
/// as many as it has to, and is bounded by its connections.
struct AddressLimitInterceptor: ServerInterceptor {
    let limits: RequestLimits
    let proxies: TrustedProxies
    /// nil: services are not served.
    let service: ServiceDoor?
    let call: GRPCCall

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>, context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        if !isService(request.metadata) {
            let client = context.peerAddress.map {
                proxies.client($0, forwarded: Array(request.metadata[stringValues: "x-forwarded-for"]))
            }
            do { try limits.take(address: client) } catch { throw CallFailure(error, call.logger).rpcError }
        }
        return try await next(request, context)
    }

    private func isService(_ metadata: Metadata) -> Bool {
        guard let service, let token = try? service.token(metadata) else { return false }
        return (try? service.service(token)) != nil
    }
}

extension ServerContext {
    /// The peer's address without its port; nil when it has none, as on a local socket.
    var peerAddress: String? {
        // `ipv4:127.0.0.1:4711`, `ipv6:[::1]:4711`.
        let parts = remotePeer.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, ["ipv4", "ipv6"].contains(parts[0]), let port = parts[1].lastIndex(of: ":") else {
            return nil
        }
        let host = parts[1][..<port]
        return host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : String(host)
    }
}
