import FoundationEssentials
import GRPCCore
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Refuses a message that is too large as soon as its length is known, and says so. The transport has a limit of its own,
/// but only resets the stream: its caller could not tell that from a server that is gone.
final class RequestSizeGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let limits: @Sendable (_ path: String) -> Int
    private var limit = 0
    private var lengths = MessageLengths()
    private var hasAnswered = false
    private var hasRefused = false

    /// - Parameter limits: bytes of a message, for each path.
    init(_ limits: @escaping @Sendable (_ path: String) -> Int) { self.limits = limits }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What still comes of it is let pass into nothing.
        guard !hasRefused else { return }
        switch unwrapInboundIn(data) {
        case .headers(let headers): limit = limits(headers.headers.first(name: ":path") ?? "")
        case .data(let frame):
            if case .byteBuffer(let bytes) = frame.data,
                let length = lengths.firstLength(over: limit, in: bytes.readableBytesView)
            {
                return refuse(length, context)
            }
        default: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasRefused else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        if case .headers = unwrapOutboundIn(data) { hasAnswered = true }
        context.write(data, promise: promise)
    }

    /// Ends the call with its status, and asks the client to send no more of it (RFC 9113, section 8.1).
    private func refuse(_ length: Int, _ context: ChannelHandlerContext) {
        hasRefused = true
        let failure = CallFailure("too_large", "a request has at most \(limit) bytes, and this one \(length)")
        let trailers = Self.trailers(failure.rpcError, first: !hasAnswered)
        context.write(wrapOutboundOut(.headers(.init(headers: trailers, endStream: true))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil)
        context.close(promise: nil)
    }

    /// - Parameter first: there were no headers before: they are headers and trailers in one.
    private static func trailers(_ error: RPCError, first: Bool) -> HPACKHeaders {
        var trailers = HPACKHeaders()
        if first {
            trailers.add(name: ":status", value: "200")
            trailers.add(name: "content-type", value: "application/grpc")
        }
        trailers.add(name: "grpc-status", value: String(error.code.rawValue))
        trailers.add(name: "grpc-message", value: error.message)
        for (name, value) in error.metadata {
            switch value {
            case .binary(let bytes): trailers.add(name: name, value: Data(bytes).base64EncodedString())
            case .string(let text): trailers.add(name: name, value: text)
            }
        }
        return trailers
    }
}
