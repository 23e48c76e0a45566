public import GlimpDomain
import Projections

/// Makes cursors that only who made them can read. A part of a list may end at a row that its reader is not shown, and
/// the row's key would say where and when a photo was taken.
public struct CursorSeal: Sendable {
    package let seal: @Sendable (_ content: [UInt8], _ viewer: UserID) throws -> [UInt8]
    package let open: @Sendable (_ sealed: [UInt8], _ viewer: UserID) -> [UInt8]?

    /// - Parameters:
    ///   - seal: gives the same for the same, so that an answer that has not changed is the same; bound to the viewer.
    ///   - open: nil for what was not sealed for this viewer.
    public init(
        seal: @escaping @Sendable (_ content: [UInt8], _ viewer: UserID) throws -> [UInt8],
        open: @escaping @Sendable (_ sealed: [UInt8], _ viewer: UserID) -> [UInt8]?
    ) {
        self.seal = seal
        self.open = open
    }
}

/// Where the reader of a part of a list goes on.
struct ExcerptCursors {
    let list: ListName
    /// What the sort keys of the list start with.
    let prefix: RowKey
    let viewer: UserID
    let seal: CursorSeal

    func text(after key: RowKey) throws -> String {
        Cursor.base64URL(try seal.seal(Cursor(list: list, key: key).content, viewer))
    }

    /// - Throws: `invalid_cursor`.
    func key(_ text: String) throws(ReadModelError) -> RowKey {
        guard let sealed = Cursor.bytes(text), let content = seal.open(sealed, viewer) else { throw Cursor.isNone }
        return try Cursor(content: content, of: list, startingWith: prefix).key
    }
}
