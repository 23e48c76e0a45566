import FoundationEssentials
import Projections

/// A place in a list: after the item with this sort key, whether or not it is still there. So an item whose sort key
/// did not move appears exactly once, however the list changes between two pages.
struct Cursor: Hashable {
    private static let format: UInt8 = 1

    let list: ListName
    let key: RowKey

    /// base64url (RFC 4648, section 5) without padding of format, list, key and a checksum: opaque to callers.
    var text: String {
        let content = [Cursor.format, list.rawValue] + key.bytes
        return Data(content + Cursor.checksum(content)).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// - Parameter prefix: what the sort keys of the list start with: whose it is.
    /// - Throws: `invalid_cursor` for a text that no page of this list gave.
    init(_ text: String, of list: ListName, startingWith prefix: RowKey) throws(ReadModelError) {
        let padded =
            text.replacing("-", with: "+").replacing("_", with: "/")
            + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard text.utf8.count <= 1_024, let bytes = Data(base64Encoded: padded).map({ Array($0) }), bytes.count > 6,
            Array(bytes.suffix(4)) == Cursor.checksum(Array(bytes.dropLast(4))), bytes[0] == Cursor.format
        else {
            throw ReadModelError(.invalidCursor, "this is no cursor; take the one of the page before")
        }
        let key = RowKey(bytes: Array(bytes[2..<bytes.count - 4]))
        guard ListName(rawValue: bytes[1]) == list, key.hasPrefix(prefix) else {
            throw ReadModelError(.invalidCursor, "this cursor is of another list; take the one of the page before")
        }
        self.init(list: list, key: key)
    }

    init(list: ListName, key: RowKey) {
        self.list = list
        self.key = key
    }

    /// FNV-1a, 32 bits: finds a cursor that was cut or mistyped, not one that was forged, which opens nothing.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: hash >> $0) }
    }
}
