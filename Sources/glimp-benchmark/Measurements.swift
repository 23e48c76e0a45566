import Foundation

/// One figure: ours and the baseline's of each round, taken in turns, so that a slow moment of the machine hits both.
struct Measurement: Encodable {
    var name: String
    var unit: String
    /// A higher figure is better (a rate), or a lower one (a time).
    var higherIsBetter: Bool
    var glimp: [Double] = []
    var baseline: [Double] = []

    /// The median of the rounds' ratios; for times ours over the baseline's, for rates the same.
    var ratio: Double? {
        baseline.isEmpty ? nil : Self.median(zip(glimp, baseline).map { $0 / $1 })
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    private enum Keys: String, CodingKey { case name, unit, median, least, greatest, baseline, ratio, rounds }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        try container.encode(unit, forKey: .unit)
        try container.encode(Self.median(glimp), forKey: .median)
        try container.encode(glimp.min(), forKey: .least)
        try container.encode(glimp.max(), forKey: .greatest)
        try container.encode(glimp.count, forKey: .rounds)
        if let ratio {
            try container.encode(Self.median(baseline), forKey: .baseline)
            try container.encode(ratio, forKey: .ratio)
        }
    }
}

extension Measurement {
    /// The figures as JSON, with a line end behind.
    static func json(_ results: [Measurement]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(results) + Data("\n".utf8)
    }
}

/// Seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    elapsed(try ContinuousClock().measure(body))
}

func elapsed(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}
