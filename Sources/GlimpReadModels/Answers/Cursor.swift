import FoundationEssentials
import Projections

/// A place in a list: after the item with this sort key, whether or not it is still there. So an item whose sort key
/// did not move appears exactly once, however the list changes between two pages.
struct Cursor: Hashable {
    private static let format: UInt8 = 1

    let list: ListName
    let key: RowKey

    /// Format, list and key.
    var content: [UInt8] { [Cursor.format, list.rawValue] + key.bytes }

    /// Content and a checksum: opaque to callers. For lists whose reader sees all of it.
    var text: String { Cursor.base64URL(content + Cursor.checksum(content)) }

    static let isNone = ReadModelError(.invalidCursor, "this is no cursor; take the one of the page before")

    /// - Parameter prefix: what the sort keys of the list start with: whose it is.
    /// - Throws: `invalid_cursor` for a text that no page of this list gave.
    init(_ text: String, of list: ListName, startingWith prefix: RowKey) throws(ReadModelError) {
        guard let bytes = Cursor.bytes(text), Array(bytes.suffix(4)) == Cursor.checksum(Array(bytes.dropLast(4))) else {
            throw Cursor.isNone
        }
        try self.init(content: Array(bytes.dropLast(4)), of: list, startingWith: prefix)
    }

    /// - Throws: `invalid_cursor` for the content of another list's.
    init(content: [UInt8], of list: ListName, startingWith prefix: RowKey) throws(ReadModelError) {
        guard content.count > 2, content[0] == Cursor.format else { throw Cursor.isNone }
        let key = RowKey(bytes: Array(content[2...]))
        guard ListName(rawValue: content[1]) == list, key.hasPrefix(prefix) else {
            throw ReadModelError(.invalidCursor, "this cursor is of another list; take the one of the page before")
        }
        self.init(list: list, key: key)
    }

    init(list: ListName, key: RowKey) {
        self.list = list
        self.key = key
    }

    /// RFC 4648, section 5, without padding.
    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// - Returns: nil for what is no base64url, or too long for a cursor.
    static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 1_024 else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding).map { Array($0) }
    }

    /// FNV-1a, 32 bits: finds a cursor that was cut or mistyped, not one that was forged, which opens nothing.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: hash >> $0) }
    }
}
