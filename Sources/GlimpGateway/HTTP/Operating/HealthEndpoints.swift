import EventLog
import GlimpReadModels
import GlimpService
import HTTPTypes
import Hummingbird
import Projections

/// Whether the process lives, and whether it can serve.
struct HealthEndpoints: EndpointRoom {
    private let interface: Interface
    /// A read model further behind than this is not ready to be asked.
    private static let toleratedLag: UInt64 = 10_000

    init(_ interface: Interface) { self.interface = interface }

    private struct Ready: Encodable {
        struct Group: Encodable {
            var name: String
            var position: UInt64
            var lag: UInt64
            var state: String
        }
        var isReady: Bool
        var position: UInt64
        var readModels: [Group]
    }

    private static let readyShape = Shape.named(
        "Ready",
        .object([
            .required("isReady", .boolean), .required("position", .position),
            .required(
                "readModels",
                .list(
                    .object([
                        .required("name", .text), .required("position", .position), .required("lag", .count),
                        .required("state", .string(oneOf: ["live", "building", "stopped", "damaged"])),
                    ]))),
        ]))

    var endpoints: [Endpoint] {
        [
            Endpoint(
                method: .get, path: "/healthz", id: "health", summary: "Whether the process answers.",
                access: .everyone,
                answers: [
                    .init(
                        status: .ok, summary: "It does.",
                        content: .init(shape: .object([.required("status", .text)])))
                ],
                respond: { _ in try JSONAnswer.response(["status": "ok"]) }),
            Endpoint(
                method: .get, path: "/readyz", id: "ready", summary: "Whether it can be asked.", access: .everyone,
                answers: [
                    .init(status: .ok, summary: "It can.", content: .init(shape: Self.readyShape)),
                    .init(
                        status: .serviceUnavailable, summary: "Not yet, or not now.",
                        content: .init(shape: Self.readyShape)),
                ],
                respond: { _ in try ready() }),
        ]
    }

    private func ready() throws -> Response {
        let head = try interface.glimp.log.head()
        let groups = try interface.glimp.readModels.store.list(comparedWith: interface.glimp.log).map { status in
            var state = "live"
            switch status.state {
            case .live: break
            // An empty log has nothing to build rows of.
            case .building: state = head == .beginning ? "live" : "building"
            case .stopped: state = "stopped"
            case .damaged: state = "damaged"
            }
            return Ready.Group(name: status.name, position: status.position.rawValue, lag: status.lag, state: state)
        }
        let isReady = groups.allSatisfy { $0.state == "live" && $0.lag <= Self.toleratedLag }
        return try JSONAnswer.response(
            Ready(isReady: isReady, position: head.rawValue, readModels: groups),
            status: isReady ? .ok : .serviceUnavailable)
    }
}
