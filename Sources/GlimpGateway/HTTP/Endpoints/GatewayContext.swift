import Hummingbird
import Logging
import NIOCore

/// What travels with a request.
struct GatewayContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    /// The caller's address without its port; nil when there is none, as on a local socket.
    var address: String? { remoteAddress?.ipAddress }
}
