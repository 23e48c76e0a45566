import NIOCore

/// Closes a connection that asks for nothing: whose first request does not come in time, however slowly a handshake
/// drips before it, or on which nothing comes and goes for too long.
///
/// It stands next to the socket, below TLS and HTTP, whose own timers do not run before they are agreed on.
final class SilenceGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let patience: TimeAmount
    /// Closes the connection; there until the first request is.
    private var closing: Scheduled<Void>?

    /// - Parameter patience: for the first request.
    private init(firstRequestWithin patience: TimeAmount) { self.patience = patience }

    /// Puts one under whatever is spoken on a connection. To be called on the channel's event loop.
    static func watch(_ channel: any Channel, firstRequestWithin patience: TimeAmount, silence: TimeAmount) throws {
        try channel.pipeline.syncOperations.addHandlers(
            [IdleStateHandler(allTimeout: silence), SilenceGuard(firstRequestWithin: patience)], position: .first)
    }

    /// Tells the guard of the connection that `channel` belongs to: a request has come.
    static func requestArrived(on channel: any Channel) {
        let own = try? channel.pipeline.syncOperations.handler(type: SilenceGuard.self)
        // A stream of HTTP/2 is a channel of its own, in its connection's and on its event loop. What a connection that
        // closes still gives out has no guard any more, and the listener above it may be on another loop.
        let above = channel.parent.flatMap { $0.eventLoop === channel.eventLoop ? $0 : nil }
        let guardian = own ?? (try? above?.pipeline.syncOperations.handler(type: SilenceGuard.self))
        guardian?.closing?.cancel()
    }

    /// Whether the guard stands in the connection that `channel` is only a stream of.
    static func isAbove(_ channel: any Channel) -> Bool {
        (try? channel.pipeline.syncOperations.handler(type: SilenceGuard.self)) == nil
    }

    func handlerAdded(context: ChannelHandlerContext) {
        closing = context.eventLoop.assumeIsolatedUnsafeUnchecked().scheduleTask(in: patience) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { closing?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }
}

@available(*, unavailable)
extension SilenceGuard: Sendable {}
