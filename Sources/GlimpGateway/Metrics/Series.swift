import CoreMetrics
import Synchronization

/// One line, or one histogram, of what is measured.
protocol Series: AnyObject, Sendable {
    var type: PrometheusText.SeriesType { get }
    func write(_ name: String, _ labels: [Label], to text: inout PrometheusText)
}

final class CounterSeries: Series, CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }
    var type: PrometheusText.SeriesType { .counter }

    func increment(by amount: Int64) { count.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { count.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: [Label], to text: inout PrometheusText) {
        text.line(name, labels, Double(value))
    }
}

final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    private let value = Mutex(0.0)

    var type: PrometheusText.SeriesType { .gauge }

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(value) }
    func record(_ value: Double) { set(value) }

    func write(_ name: String, _ labels: [Label], to text: inout PrometheusText) {
        text.line(name, labels, value.withLock { $0 })
    }
}

final class HistogramSeries: Series, TimerHandler, RecorderHandler {
    /// The upper ends of the buckets.
    struct Buckets {
        let ends: [Double]

        static let seconds = Buckets(ends: [
            0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
        ])
        static let counts = Buckets(ends: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 4_096, 16_384])
    }

    private struct State {
        var counts: [UInt64]
        var sum = 0.0
    }
    private let ends: [Double]
    private let state: Mutex<State>

    init(_ buckets: Buckets) {
        ends = buckets.ends
        // One more for what lies beyond the last.
        state = Mutex(State(counts: Array(repeating: 0, count: buckets.ends.count + 1)))
    }

    var type: PrometheusText.SeriesType { .histogram }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) * 1e-9) }
    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let bucket = ends.firstIndex { value <= $0 } ?? ends.count
        state.withLock {
            $0.counts[bucket] += 1
            $0.sum += value
        }
    }

    func write(_ name: String, _ labels: [Label], to text: inout PrometheusText) {
        let state = state.withLock { $0 }
        var total: UInt64 = 0
        for (place, count) in state.counts.enumerated() {
            total += count
            let end = place < ends.count ? PrometheusText.number(ends[place]) : "+Inf"
            text.line(name + "_bucket", labels + [Label(name: "le", value: end)], Double(total))
        }
        text.line(name + "_sum", labels, state.sum)
        text.line(name + "_count", labels, Double(total))
    }
}
