/// A part of a list.
public struct Page<Item: Sendable>: Sendable {
    /// Of the whole list.
    public var total: Int
    public var items: [Item]
    /// Asks for what follows; nil at the end of the list.
    public var cursor: String?

    package init(total: Int, items: [Item], cursor: String?) {
        self.total = total
        self.items = items
        self.cursor = cursor
    }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}
