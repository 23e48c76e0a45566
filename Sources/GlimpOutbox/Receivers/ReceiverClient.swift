import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// Posts to receivers that strangers have named: looks at where a name leads, calls that address and no other, follows
/// nothing, and waits for a bounded time.
struct ReceiverClient: Sendable {
    let limits: OutboxLimits
    let resolver: Resolver

    enum Reply: Hashable, Sendable {
        case answered(Int, retryAfter: Int64?)
        /// It could not be called. For people, and says nothing of the URL.
        case failed(String)
        /// Nobody was called: this machine has too much to do.
        case notTried
    }

    /// - Parameter turn: which of several addresses is called: with each attempt another.
    /// - Throws: `CancellationError` only.
    func post(
        _ body: [UInt8], to url: ReceiverURL, headers: [(String, String)], turn: Int
    ) async throws -> Reply {
        do {
            return try await withDeadline(.seconds(limits.attemptSeconds)) {
                try await call(body, url, headers, at: address(of: url, turn: turn))
            }
        } catch let failure as Resolver.Failure {
            return .failed(failure.reason)
        } catch is Resolver.Busy {
            return .notTried
        } catch let error as HTTPClientError {
            // Its short description names the case and nothing of the request.
            return .failed(error == .deadlineExceeded ? Self.tooSlow : error.shortDescription)
        } catch is TooSlow {
            return .failed(Self.tooSlow)
        } catch {
            // A request that is cancelled has errors of several kinds.
            try Task.checkCancellation()
            let isConnecting = error is IOError || error is NIOConnectionError
            return .failed(isConnecting ? "it can't be connected to" : "calling it failed (\(type(of: error)))")
        }
    }

    private static let tooSlow = "it did not answer in time"

    /// - Throws: ``Resolver/Failure`` when there is none that may be called.
    func address(of url: ReceiverURL, turn: Int) async throws -> IPAddress {
        let found: [IPAddress]
        if let address = IPAddress(url.host) {
            found = [address]
        } else {
            found = try await resolver.addresses(url.host)
        }
        let fit = found.filter { !$0.isNowhere && (limits.allowsPrivateAddresses || $0.isPublic) }
        // One that is not for strangers is enough: who has such a name has no business here.
        guard !fit.isEmpty, fit.count == found.count else {
            throw Resolver.Failure(reason: Resolver.noAddress)
        }
        return fit[turn % fit.count]
    }

    /// A client for each call: the address that a name has is a property of the client, and no connection may outlive
    /// what was looked at.
    private func call(
        _ body: [UInt8], _ url: ReceiverURL, _ headers: [(String, String)], at address: IPAddress
    ) async throws -> Reply {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .disabled
        configuration.timeout.connect = .seconds(Int64(limits.attemptSeconds))
        configuration.connectionPool.retryConnectionEstablishment = false
        if !url.isAddress { configuration.dnsOverride = [url.host: address.description] }
        var request = HTTPClientRequest(url: url.text)
        request.method = .POST
        request.headers = HTTPHeaders(headers)
        request.body = .bytes(ByteBuffer(bytes: body))
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        let reply: Result<Reply, any Error>
        do {
            // What it has to say beside its status is not read; the connection ends with the client.
            let response = try await client.execute(request, timeout: .seconds(Int64(limits.attemptSeconds)))
            let retryAfter = response.headers.first(name: "retry-after").flatMap { Int64($0) }
            reply = .success(.answered(Int(response.status.code), retryAfter: retryAfter))
        } catch {
            reply = .failure(error)
        }
        // What is left of the response would hold it up, and does not matter.
        try? await client.shutdown()
        return try reply.get()
    }
}

private struct TooSlow: Error {}

/// - Throws: ``TooSlow`` when `body` has not ended by then, and ends it.
private func withDeadline<R: Sendable>(
    _ patience: Duration, _ body: @escaping @Sendable () async throws -> R
) async throws -> R {
    try await withThrowingTaskGroup(of: R.self) { group in
        group.addTask(operation: body)
        group.addTask {
            try await Task.sleep(for: patience)
            throw TooSlow()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw TooSlow() }
        return first
    }
}
