import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A server's connections, each admitted and watched before anything is spoken on it.
struct WatchedChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let connections: ConnectionsOfAddress
    let configuration: GatewayConfiguration

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        guard connections.admit(channel) else {
            // Nobody else closes what could not be set up.
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
        }
        channel.setPatience(ofPeer: .seconds(Int64(configuration.slowReaderSeconds)))
        return channel.eventLoop.makeCompletedFuture {
            try SilenceGuard.watch(
                channel, firstRequestWithin: .seconds(Int64(configuration.idleSeconds)),
                silence: .seconds(Int64(configuration.silenceSeconds)))
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    func handle(value: Base.Value, logger: Logger) async { await base.handle(value: value, logger: logger) }
}

/// Tells the connection's guard that a request has come.
final class RequestNotice: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { SilenceGuard.requestArrived(on: context.channel) }
        context.fireChannelRead(data)
    }
}

extension GatewayConfiguration {
    /// Longer than a live stream or a waiting read says nothing.
    fileprivate var silenceSeconds: Int { max(idleSeconds, 2 * heartbeatSeconds, waitSeconds + 1) }
}
