import EventLog
import FoundationEssentials
import GlimpDomain

/// The keys of the tables: numbers big-endian, so that the order of bytes is theirs.
enum OutboxKeys {
    static func owned(_ owner: UserID, _ id: SubscriptionID) -> [UInt8] { owner.rawValue.octets + id.rawValue.octets }

    static func waiting(_ id: SubscriptionID, _ position: Position) -> [UInt8] {
        id.rawValue.octets + octets(position.rawValue)
    }

    /// A moment before 1970 counts as 1970: it is due in either case.
    static func due(_ at: Int64, _ id: SubscriptionID) -> [UInt8] {
        octets(UInt64(max(0, at))) + id.rawValue.octets
    }

    /// The id that begins at `offset`.
    static func id(_ key: [UInt8], at offset: Int) -> SubscriptionID {
        SubscriptionID(rawValue: UUID(octets: key[offset..<offset + 16]))
    }

    /// The number that begins at `offset`.
    static func number(_ key: [UInt8], at offset: Int) -> UInt64 {
        key[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func octets(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}

extension UUID {
    var octets: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// - Precondition: there are 16.
    init(octets: ArraySlice<UInt8>) {
        precondition(octets.count == 16, "a UUID has 16 bytes")
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: octets) }
        self.init(uuid: value)
    }
}
