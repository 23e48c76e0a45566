import Foundation

/// SplitMix64: a test prints its seed, and the seed gives the same run again (`GLIMP_SEED`).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }

    static func seed() -> UInt64 {
        let seed = ProcessInfo.processInfo.environment["GLIMP_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("seed \(seed)")
        return seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
