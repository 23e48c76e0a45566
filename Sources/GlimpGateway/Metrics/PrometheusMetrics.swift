public import CoreMetrics
import Synchronization

/// What swift-metrics records, kept in memory and told in Prometheus' text format (version 0.0.4), for which there is
/// no package at hand.
///
/// The number of series is bounded: beyond it what is new is counted in one of the name `glimp_series_dropped`.
public final class PrometheusMetrics: MetricsFactory, Sendable {
    static let maximumSeries = 4_096

    private struct Key: Hashable {
        let name: String
        let labels: [Label]
    }
    private let series = Mutex<[Key: any Series]>([:])
    private let dropped = CounterSeries()

    public init() {}

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        make(label, dimensions, orElse: dropped) { CounterSeries() }
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate
            ? make(label, dimensions, orElse: HistogramSeries(.counts)) { HistogramSeries(.counts) }
                as any RecorderHandler
            : make(label, dimensions, orElse: GaugeSeries()) { GaugeSeries() }
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        make(label, dimensions, orElse: GaugeSeries()) { GaugeSeries() }
    }

    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        make(label + "_seconds", dimensions, orElse: HistogramSeries(.seconds)) { HistogramSeries(.seconds) }
    }

    // A series stays when its handle goes: what was counted was counted.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    private func make<S: Series>(
        _ label: String, _ dimensions: [(String, String)], orElse other: @autoclosure () -> S, _ new: () -> S
    ) -> S {
        let key = Key(name: PrometheusText.name(label), labels: dimensions.map { Label(name: $0, value: $1) })
        return series.withLock { series in
            if let known = series[key] as? S { return known }
            guard series.count < Self.maximumSeries, series[key] == nil else {
                dropped.increment(by: 1)
                return other()
            }
            let made = new()
            series[key] = made
            return made
        }
    }

    /// All series, those of one name together.
    var text: PrometheusText {
        var text = PrometheusText()
        let all = series.withLock { $0 }
        for (name, group) in Dictionary(grouping: all, by: \.key.name).sorted(by: { $0.key < $1.key }) {
            let rows = group.sorted { $0.key.labels.description < $1.key.labels.description }
            for (place, row) in rows.enumerated() {
                if place == 0 { text.type(row.value.type, of: name) }
                row.value.write(name, row.key.labels, to: &text)
            }
        }
        if dropped.value > 0 { text.add("glimp_series_dropped", .counter, [], Double(dropped.value)) }
        return text
    }
}
