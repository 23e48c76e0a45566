import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import NIOCore

extension HTTPServerBuilder {
    /// HTTP/1.1; with a certificate also HTTP/2, as the client's ALPN asks for (RFC 9113, section 3.2).
    static func glimp(_ configuration: GatewayConfiguration) throws -> HTTPServerBuilder {
        let http1 = HTTP1Channel.Configuration(
            idleTimeout: .seconds(Int64(configuration.idleSeconds)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: configuration.headerBytes, maxHeaderListSize: configuration.headerBytes,
                maxHeaderFieldCount: configuration.headerFields))
        guard let tls = configuration.tls else { return .http1(configuration: http1) }
        return try .http2Upgrade(
            tlsConfiguration: try tls.serverConfiguration(),
            configuration: .init(
                idleTimeout: .seconds(configuration.idleSeconds), gracefulCloseTimeout: .seconds(5),
                streamConfiguration: http1))
    }
}
