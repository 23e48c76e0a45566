import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import NIOCore

extension HTTPServerBuilder {
    /// HTTP/1.1; with a certificate also HTTP/2, as the client's ALPN asks for (RFC 9113, section 3.2).
    static func glimp(
        _ configuration: GatewayConfiguration, _ connections: ConnectionsOfAddress
    ) throws -> HTTPServerBuilder {
        let http1 = HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestNotice(), ConnectionGuard(configuration)],
            idleTimeout: .seconds(Int64(configuration.idleSeconds)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: configuration.headerBytes, maxHeaderListSize: configuration.headerBytes,
                maxHeaderFieldCount: configuration.headerFields))
        guard let tls = try configuration.tls?.serverConfiguration() else {
            return HTTPServerBuilder { responder in
                WatchedChannel(
                    base: HTTP1Channel(responder: responder, configuration: http1), connections: connections,
                    configuration: configuration)
            }
        }
        let http2 = HTTP2UpgradeChannel.Configuration(
            idleTimeout: .seconds(configuration.idleSeconds), gracefulCloseTimeout: .seconds(5),
            streamConfiguration: http1)
        return HTTPServerBuilder { responder in
            WatchedChannel(
                base: try HTTP2UpgradeChannel(tlsConfiguration: tls, configuration: http2, responder: responder),
                connections: connections, configuration: configuration)
        }
    }
}
