/// A part of a list.
public struct Page<Item: Sendable>: Sendable {
    /// Of the whole list.
    public var total: Int
    public var items: [Item]
    /// Asks for what follows; nil at the end of the list.
    public var cursor: String?
}

extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}
