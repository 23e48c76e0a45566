import FoundationEssentials
import GRPCCore
import NIOCore
import NIOHPACK
import NIOHTTP2

/// Refuses a message that is too large as soon as its length is known, and one that does not come to its end in time, and
/// says so. The transport has a limit of its own, but only resets the stream: its caller could not tell that from a server
/// that is gone.
final class RequestSizeGuard: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let limits: @Sendable (_ path: String) -> Int
    private let patience: TimeAmount
    /// Ends the call; there while a message is on its way.
    private var ending: Scheduled<Void>?
    private var limit = 0
    private var lengths = MessageLengths()
    private var hasAnswered = false
    private var hasRefused = false
    /// Whether the call has ended, as with a content type that is none: what still comes of it is nobody's, and a second
    /// end would be an error of the whole connection.
    private var isOver = false

    /// - Parameters:
    ///   - limits: bytes of a message, for each path.
    ///   - patience: from the first byte of a message to its last.
    init(_ limits: @escaping @Sendable (_ path: String) -> Int, patience: TimeAmount) {
        self.limits = limits
        self.patience = patience
    }

    func handlerRemoved(context: ChannelHandlerContext) { ending?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        ending?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What still comes of it is let pass into nothing.
        guard !hasRefused else { return }
        switch unwrapInboundIn(data) {
        case .headers(let headers): limit = limits(headers.headers.first(name: ":path") ?? "")
        case .data(let frame):
            if !isOver, case .byteBuffer(let bytes) = frame.data,
                let length = lengths.firstLength(over: limit, in: bytes.readableBytesView)
            {
                return refuse("too_large", "a request has at most \(limit) bytes, and this one \(length)", context)
            }
            if !isOver { waitForTheRest(context) }
        default: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !hasRefused else {
            promise?.fail(ChannelError.alreadyClosed)
            return
        }
        if case .headers(let headers) = unwrapOutboundIn(data) {
            hasAnswered = true
            if headers.endStream {
                isOver = true
                ending?.cancel()
            }
        }
        context.write(data, promise: promise)
    }

    private func waitForTheRest(_ context: ChannelHandlerContext) {
        guard lengths.isInside else {
            ending?.cancel()
            ending = nil
            return
        }
        guard ending == nil else { return }
        ending = context.eventLoop.assumeIsolatedUnsafeUnchecked().scheduleTask(in: patience) { [self] in
            refuse("timeout", "the request took too long to come", context)
        }
    }

    /// Ends the call with its status, and asks the client to send no more of it (RFC 9113, section 8.1).
    private func refuse(_ code: String, _ message: String, _ context: ChannelHandlerContext) {
        hasRefused = true
        ending?.cancel()
        let trailers = Self.trailers(CallFailure(code, message).rpcError, first: !hasAnswered)
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
