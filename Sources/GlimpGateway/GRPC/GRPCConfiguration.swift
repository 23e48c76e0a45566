/// Where and how gRPC is served.
public struct GRPCConfiguration: Sendable {
    /// An IP address; `0.0.0.0` or `::` for every one of this machine.
    public var host = "127.0.0.1"
    /// 0: one that is free; ``GRPCGateway/port`` tells which.
    public var port = 50_051
    /// nil: in the clear, for a machine that trusts its network, or behind something that ends TLS.
    public var tls: TLSFiles?
    /// Whether `eventlog.v1.EventLog` is offered, to services with a token of the scope `events`.
    public var servesEventLog = false
    /// Of a request, in bytes. Without the event log nothing needs as much as this.
    public var maximumRequestBytes = 1 << 20
    /// Of a request, in bytes, when the event log is served: the largest append and what it is wrapped in.
    public var maximumAppendBytes = 18 << 20
    /// Connections at once; more wait to be accepted.
    public var connections = 4_096
    /// How long a connection may be without a call.
    public var idleTime = Duration.seconds(600)
    /// Calls at once on one connection.
    public var maximumStreams = 256
    /// How long a query waits for the position that it should be true for.
    public var patience = Duration.seconds(5)
    /// How long a live stream may tell nothing.
    public var heartbeat = Duration.seconds(15)
    /// How long a message may take to come, from its first byte to its last.
    public var messageTime = Duration.seconds(30)
    /// How long the reader of a live stream may take nothing.
    public var slowReaderTime = Duration.seconds(30)
    /// How long a connection that shuts down may take to finish its calls.
    public var gracePeriod = Duration.seconds(8)

    public init() {}
}
