import Hummingbird
import NIOCore

/// What travels with a request.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The caller's address without its port; nil when there is none, as on a local socket. ``ClientAddresses`` puts
    /// the one here that a trusted proxy tells.
    var address: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        address = source.channel.remoteAddress?.ipAddress
    }
}
