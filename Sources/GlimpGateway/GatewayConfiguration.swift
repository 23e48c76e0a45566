public import GlimpOutbox

/// Where the gateway listens and what its limits are. Every limit has a default; none is without bound.
public struct GatewayConfiguration: Sendable {
    public var host = "127.0.0.1"
    /// 0: any free one; it is told when the server listens.
    public var port = 8080
    /// Connections at once; more wait to be accepted.
    public var connections = 4_096
    /// Connections at once of one address; more are closed.
    public var connectionsOfAddress = 512
    /// Bytes of a body that is JSON.
    public var bodyBytes = 1 << 20
    /// Bytes of a request's header, and its fields.
    public var headerBytes = 16 << 10
    public var headerFields = 100
    /// Seconds that a connection may be without a request, or take to send one.
    public var idleSeconds = 60
    /// Seconds that an answer may be waited for with `Glimp-Wait-For`.
    public var waitSeconds = 10
    /// Seconds after which a live stream says that it lives.
    public var heartbeatSeconds = 15
    /// nil: in the clear, for a machine that trusts its network, or behind something that ends TLS.
    public var tls: TLSFiles?
    /// Origins whose pages may call; `*` for all, none for none.
    public var corsOrigins: [String] = []
    /// Addresses whose `X-Forwarded-For` is believed.
    public var trustedProxies: [String] = []
    /// Whether `/metrics` is told to everybody, and not to operators with the scope `read` only.
    public var opensMetrics = false
    /// Whether checkpoints of the log, and that it only grew, are shown to everybody, and not to operators with the scope
    /// `read` only. They tell how many events there are.
    public var opensEvidence = false
    /// Seconds that what is in flight may take to finish when the server is shut down; then it is cut off.
    public var graceSeconds = 8
    /// Live streams at once of a person, and of all.
    public var streamsOfPerson = 8
    public var streams = 2_048
    /// Seconds that a body of JSON may take to come; of an upload, each piece of it.
    public var bodySeconds = 30
    /// Seconds that an upload may take.
    public var uploadSeconds = 600
    /// Uploads at once of a person, and of all.
    public var uploadsOfPerson = 4
    public var uploads = 64
    /// Exports of accounts at once; a person has one.
    public var exports = 8
    /// Seconds that an export may take to be fetched.
    public var exportSeconds = 3_600
    /// Seconds that a reader may leave an answer, or a live stream, in its connection; then it is closed.
    public var slowReaderSeconds = 30
    /// gRPC; nil: it is not served.
    public var grpc: GRPCConfiguration? = GRPCConfiguration()
    /// Requests a second of a person, and of an address, in the long run; bursts of ten seconds' worth are let through.
    public var requestsOfPerson = 50.0
    public var requestsOfAddress = 200.0
    /// What is sent to webhooks and phones.
    public var outbox = OutboxLimits()
    /// Commands of one `POST /v1/commands`.
    public var commandsAtOnce = 500

    public init() {}

    /// Where HTTP is served on `port`.
    func url(port: Int) -> String { "\(tls == nil ? "http" : "https")://\(ListenAddress(host: host, port: port))" }
}
