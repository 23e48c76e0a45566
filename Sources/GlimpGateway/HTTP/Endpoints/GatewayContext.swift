import Hummingbird
import NIOCore

/// What travels with a request.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The caller's address without its port; nil when there is none, as on a local socket. ``ClientAddresses`` puts
    /// the one here that a trusted proxy tells.
    var address: String?
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        address = source.channel.remoteAddress?.ipAddress
    }
}
