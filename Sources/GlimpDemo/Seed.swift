import FoundationEssentials

/// What everything that is invented follows from: the same seed, the same town.
struct Seed: Sendable {
    let number: UInt64

    /// Random numbers for one thing alone: what is added to the town elsewhere does not change it.
    func random(for thing: String) -> SeededRandom {
        // FNV-1a.
        let name = thing.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return SeededRandom(state: name ^ number &* 0x9E37_79B9_7F4A_7C15)
    }

    /// A UUID of version 8 (RFC 9562, section 5.8).
    func id(of thing: String) -> UUID {
        var random = random(for: "id of \(thing)")
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { bytes in
            for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
        }
        bytes.6 = bytes.6 & 0x0F | 0x80
        bytes.8 = bytes.8 & 0x3F | 0x80
        return UUID(uuid: bytes)
    }
}

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * Double(next() >> 11) / Double(1 << 53)
    }

    mutating func whole(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func isLikely(_ probability: Double) -> Bool { between(0, 1) < probability }

    /// One of them, of which there is at least one.
    mutating func one<Item>(of items: [Item]) -> Item { items[whole(0...items.count - 1)] }
}
