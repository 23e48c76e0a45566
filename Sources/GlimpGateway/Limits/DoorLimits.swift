/// What the doors of a process count together.
struct DoorLimits: Sendable {
    let requests: RequestLimits
    /// Live streams at once.
    let streams: Places
    let connections: ConnectionsOfAddress

    init(requests: RequestLimits, streams: Places, connections: ConnectionsOfAddress) {
        self.requests = requests
        self.streams = streams
        self.connections = connections
    }

    init(_ configuration: GatewayConfiguration) {
        self.init(
            requests: RequestLimits(
                ofPerson: configuration.requestsOfPerson, ofAddress: configuration.requestsOfAddress),
            streams: .liveStreams(configuration.streams, ofPerson: configuration.streamsOfPerson),
            connections: ConnectionsOfAddress(
                limit: configuration.connectionsOfAddress, except: configuration.trustedProxies))
    }
}
