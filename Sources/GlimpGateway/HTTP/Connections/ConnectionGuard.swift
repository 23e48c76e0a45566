import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections that would be held for ever: whose reader does not take what it asked for, and whose sender goes
/// on after it was answered.
///
/// A request that was answered before its end, as with 413, is not read to its end, which may never come: the answer says
/// `Connection: close`, and what still comes is let drop for a moment, because closing at once would take the answer
/// back (RFC 9112, section 9.6).
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long an answer has to arrive before what its reader still sends closes the connection.
    private static let linger = TimeAmount.seconds(1)

    private let patience: TimeAmount
    private var state = ConnectionState()
    /// HTTP/2 has no connection to close here, only a stream of one.
    private var isStreamOfHTTP2 = false
    /// Closes the connection; there while its reader owes it room, or it is over.
    private var closing: Scheduled<Void>?

    init(_ configuration: GatewayConfiguration) { patience = .seconds(Int64(configuration.slowReaderSeconds)) }

    func handlerAdded(context: ChannelHandlerContext) {
        isStreamOfHTTP2 = SilenceGuard.isAbove(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) { closing?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !state.isOver else { return }
        if case .end = unwrapInboundIn(data) { state.requestEnded() }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        // Nobody else asks for what is let drop.
        if state.isOver { context.read() }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind == .informational: context.write(data, promise: promise)
        case .head(var head) where state.isLastAnswer && !isStreamOfHTTP2:
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where state.answerEnded():
            context.writeAndFlush(data, promise: promise)
            if !isStreamOfHTTP2 { context.close(mode: .output, promise: nil) }
            close(context, after: Self.linger)
            context.read()
        default: context.write(data, promise: promise)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if !state.isOver {
            if context.channel.isWritable { closing?.cancel() } else { close(context, after: patience) }
        }
        context.fireChannelWritabilityChanged()
    }

    private func close(_ context: ChannelHandlerContext, after time: TimeAmount) {
        closing?.cancel()
        closing = context.eventLoop.assumeIsolatedUnsafeUnchecked().scheduleTask(in: time) {
            context.close(promise: nil)
        }
    }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
