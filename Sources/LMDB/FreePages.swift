/// Walks LMDB's tree of free pages in the file itself, because its map may lack some of them. A leaf's value is a list
/// of page numbers behind their count (`MDB_page`, `MDB_node` and `MDB_IDL` of LMDB 0.9's `mdb.c`).
struct FreePages {
    private static let branch: UInt16 = 0x01
    private static let leaf: UInt16 = 0x02
    private static let isOnOverflowPages: UInt16 = 0x01
    /// Far more than a tree of this kind ever has.
    private static let maximumDepth = 32

    private let meta: MetaPage
    private let pages: PageReader
    private let wanted: ClosedRange<UInt64>
    private var found = 0

    /// How many pages of `range` are free; nil when the tree itself can't be read.
    static func count(
        within range: ClosedRange<UInt64>, _ meta: MetaPage, _ pages: PageReader
    ) throws(LMDBError) -> Int? {
        guard let root = meta.freeRoot else { return 0 }
        var walk = FreePages(meta: meta, pages: pages, wanted: range)
        return try walk.visit(root, depth: 1) ? walk.found : nil
    }

    private init(meta: MetaPage, pages: PageReader, wanted: ClosedRange<UInt64>) {
        self.meta = meta
        self.pages = pages
        self.wanted = wanted
    }

    private mutating func visit(_ number: UInt64, depth: Int) throws(LMDBError) -> Bool {
        guard depth <= Self.maximumDepth, let page = try bytes(ofPage: number, count: meta.pageSize),
            let flags = page.load(UInt16.self, at: 10), let lower = page.load(UInt16.self, at: 12), lower >= 16
        else { return false }
        for index in 0..<(Int(lower) - 16) / 2 {
            guard let node = page.load(UInt16.self, at: 16 + 2 * index).map(Int.init),
                let low = page.load(UInt16.self, at: node), let middle = page.load(UInt16.self, at: node + 2),
                let nodeFlags = page.load(UInt16.self, at: node + 4),
                let keySize = page.load(UInt16.self, at: node + 6)
            else { return false }
            let small = UInt64(low) | UInt64(middle) << 16
            let isRead: Bool
            switch flags & (Self.branch | Self.leaf) {
            case Self.branch:
                isRead = try visit(small | UInt64(nodeFlags) << 32, depth: depth + 1)
            case Self.leaf where nodeFlags & Self.isOnOverflowPages != 0:
                isRead = try countList(onPageNamedAt: node + 8 + Int(keySize), byteCount: Int(small), of: page)
            case Self.leaf:
                isRead = countList(page, at: node + 8 + Int(keySize))
            default:
                isRead = false
            }
            guard isRead else { return false }
        }
        return true
    }

    private mutating func countList(
        onPageNamedAt offset: Int, byteCount: Int, of page: PageBytes
    ) throws(LMDBError) -> Bool {
        guard let number = page.load(UInt64.self, at: offset),
            let content = try bytes(ofPage: number, count: 16 + byteCount)
        else { return false }
        return countList(content, at: 16)
    }

    private mutating func countList(_ page: PageBytes, at offset: Int) -> Bool {
        guard let count = page.load(UInt64.self, at: offset), count <= UInt64(page.content.count / 8) else {
            return false
        }
        for index in 0..<Int(count) {
            guard let number = page.load(UInt64.self, at: offset + 8 + 8 * index) else { return false }
            if wanted.contains(number) { found += 1 }
        }
        return true
    }

    private func bytes(ofPage number: UInt64, count: Int) throws(LMDBError) -> PageBytes? {
        guard number <= meta.lastPage else { return nil }
        let offset = Int(number) * meta.pageSize
        guard try offset + count <= pages.fileSize() else { return nil }
        return try pages.bytes(at: offset, count: count)
    }
}
