import HTTPTypes
import Hummingbird
import Metrics
import Synchronization

/// Counts requests and times them until their answer is made, under the names of Hummingbird's `MetricsMiddleware`.
///
/// That one waits until the body is written, and to learn it makes a stream of each body: head and body then go to the
/// socket one by one, and not in one write.
struct RequestMetrics: RouterMiddleware {
    private let series = RequestSeries()

    func handle(
        _ request: Request, context: GatewayContext, next: (Request, GatewayContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let active = series.active(request.method)
        active.increment()
        defer { active.decrement() }
        // Whatever goes wrong is an answer by now.
        let response = try await next(request, context)
        series.answered(context.endpointPath ?? "Unknown", request.method, response.status, in: .now - start)
        return response
    }

    /// A method may be any word that a client thinks of; those that are none share a name, or series would have no bound.
    static func name(of method: HTTPRequest.Method) -> String { known.contains(method) ? method.rawValue : "_OTHER" }

    private static let known: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ]
}

/// The handles of what is measured of requests, each made once: there is one for each route, method and status.
private final class RequestSeries: Sendable {
    private struct Kind: Hashable {
        let route: String
        let method: String
        let status: Int
    }
    private struct Answered {
        let count: Counter
        let seconds: Timer
    }
    private struct Made {
        var answered: [Kind: Answered] = [:]
        var active: [String: Meter] = [:]
    }
    private let made = Mutex(Made())

    func active(_ method: HTTPRequest.Method) -> Meter {
        let method = RequestMetrics.name(of: method)
        return made.withLock { made in
            if let meter = made.active[method] { return meter }
            let meter = Meter(label: "http.server.active_requests", dimensions: [("http.request.method", method)])
            made.active[method] = meter
            return meter
        }
    }

    func answered(_ route: String, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status, in time: Duration) {
        let kind = Kind(route: route, method: RequestMetrics.name(of: method), status: status.code)
        let answered = made.withLock { made in
            if let answered = made.answered[kind] { return answered }
            let dimensions = [
                ("http.route", route), ("http.request.method", kind.method),
                ("http.response.status_code", "\(status.code)"),
            ]
            let answered = Answered(
                count: Counter(label: "hb.requests", dimensions: dimensions),
                seconds: Timer(label: "http.server.request.duration", dimensions: dimensions))
            made.answered[kind] = answered
            return answered
        }
        answered.count.increment()
        answered.seconds.record(duration: time)
    }
}
