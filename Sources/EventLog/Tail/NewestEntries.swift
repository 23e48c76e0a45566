/// The newest entry of each key: a hash table of entry numbers, with open addressing.
///
/// Not a `Dictionary`: the keys are hashes already, seeded with the log's id, and hashing them once more was a tenth of
/// what a command's look-ups cost. The keys themselves stay where they are, in the entries.
struct NewestEntries {
    /// A power of two of places, at most half of them taken; -1 where there is none.
    private var places: [Int32] = []
    private var taken = 0

    /// - Returns: -1 when there is none.
    func number(of key: Hash128, in entries: [IndexEntry]) -> Int32 {
        places.isEmpty ? -1 : places[place(of: key, in: entries)]
    }

    /// Notes that entry `number` is the newest of its key.
    /// - Returns: the one that was; -1 when there was none.
    mutating func replace(with number: Int, of entries: [IndexEntry]) -> Int32 {
        if taken * 2 >= places.count { grow(entries) }
        let place = place(of: entries[number].key, in: entries)
        let previous = places[place]
        if previous < 0 { taken += 1 }
        places[place] = Int32(number)
        return previous
    }

    private func place(of key: Hash128, in entries: [IndexEntry]) -> Int {
        var place = Int(truncatingIfNeeded: key.low) & (places.count - 1)
        while places[place] >= 0, entries[Int(places[place])].key != key { place = (place + 1) & (places.count - 1) }
        return place
    }

    private mutating func grow(_ entries: [IndexEntry]) {
        let old = places
        places = [Int32](repeating: -1, count: max(64, old.count * 2))
        for number in old where number >= 0 { places[place(of: entries[Int(number)].key, in: entries)] = number }
    }
}
