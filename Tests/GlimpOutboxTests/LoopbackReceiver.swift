import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

/// A receiver on loopback: keeps what it is sent, and answers what it is told to.
final class LoopbackReceiver: Sendable {
    struct Delivery: Sendable {
        let path: String
        let headers: [String: String]
        let body: [UInt8]

        var id: String? { headers["webhook-id"] }
        var json: [String: Any] {
            get throws { try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) }
        }
        var position: Int? { get throws { (try json["data"] as? [String: Any])?["position"] as? Int } }
    }

    struct Answer: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        /// Never.
        var isSilent = false
    }

    private struct State {
        var deliveries: [Delivery] = []
        var answer = Answer()
    }
    private let state: Mutex<State>
    private let channel: any Channel
    let port: Int

    var deliveries: [Delivery] { state.withLock { $0.deliveries } }
    var url: String { "http://127.0.0.1:\(port)/hook?a=b" }

    func answers(_ status: Int, _ headers: [(String, String)] = []) {
        state.withLock { $0.answer = Answer(status: status, headers: headers) }
    }

    func saysNothing() { state.withLock { $0.answer = Answer(isSilent: true) } }

    init(port: Int = 0) async throws {
        let state = Box()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler { state.receive($0) })
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        self.state = Mutex(State())
        self.port = channel.localAddress?.port ?? 0
        state.receiver.withLock { $0 = WeakReceiver(self) }
    }

    private func receive(_ delivery: Delivery) -> Answer {
        state.withLock { state in
            state.deliveries.append(delivery)
            return state.answer
        }
    }

    /// Nobody listens any more.
    func close() async throws { try await channel.close() }

    deinit { channel.close(promise: nil) }

    private struct WeakReceiver {
        weak var receiver: LoopbackReceiver?

        init(_ receiver: LoopbackReceiver) { self.receiver = receiver }
    }

    private final class Box: Sendable {
        let receiver = Mutex<WeakReceiver?>(nil)

        func receive(_ delivery: Delivery) -> Answer {
            receiver.withLock { $0?.receiver }?.receive(delivery) ?? Answer()
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let receive: @Sendable (Delivery) -> Answer
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ receive: @escaping @Sendable (Delivery) -> Answer) { self.receive = receive }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, [])
            case .body(let bytes): body += Array(bytes.readableBytesView)
            case .end:
                guard let head else { return }
                var headers: [String: String] = [:]
                for (name, value) in head.headers { headers[name.lowercased()] = value }
                let answer = receive(Delivery(path: head.uri, headers: headers, body: body))
                guard !answer.isSilent else { return }
                var response = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status))
                response.headers = HTTPHeaders(answer.headers + [("content-length", "0")])
                context.write(wrapOutboundOut(.head(response)), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
