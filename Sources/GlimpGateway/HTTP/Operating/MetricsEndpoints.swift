import Credentials
import EventLog
import FoundationEssentials
import GlimpReadModels
import GlimpService
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import Projections

/// What Prometheus reads.
struct MetricsEndpoints: EndpointRoom {
    private let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/metrics", id: "metrics", summary: "Metrics in Prometheus' text format.",
                access: interface.configuration.opensMetrics ? .everyone : .operators(.read),
                answers: [
                    .init(
                        status: .ok, summary: "The metrics.", content: .init(type: "text/plain", shape: .text))
                ],
                respond: { _ in try metrics() })
        ]
    }

    private func metrics() throws -> Response {
        var text = interface.metrics.text
        let glimp = interface.glimp
        text.add("glimp_log_position", .gauge, [], Double(try glimp.log.head().rawValue))
        let statistics = try glimp.log.statistics()
        text.add("glimp_log_bytes", .gauge, [], Double(statistics.logBytes))
        text.add("glimp_index_bytes", .gauge, [], Double(statistics.indexBytes))
        text.add("glimp_index_position", .gauge, [], Double(statistics.indexedThrough.rawValue))
        text.add("glimp_oldest_reader_transactions", .gauge, [], Double(try glimp.log.oldestReader()))
        let groups = try glimp.readModels.store.list(comparedWith: glimp.log)
        text.type(.gauge, of: "glimp_projection_lag")
        for group in groups {
            text.line("glimp_projection_lag", [Label(name: "group", value: group.name)], Double(group.lag))
        }
        if let free = Self.freeBytes(glimp.path) { text.add("glimp_free_bytes", .gauge, [], free) }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text)))
    }

    /// What a process that is not root may still write; nil when the system does not say.
    private static func freeBytes(_ path: String) -> Double? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Double(status.f_bavail) * Double(status.f_frsize)
    }
}
