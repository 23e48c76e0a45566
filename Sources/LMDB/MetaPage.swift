import CLMDB

/// What one of the two meta pages says: page header (16 bytes), then `MDB_meta` of LMDB 0.9's `mdb.c`.
struct MetaPage {
    let pageSize: Int
    /// Root of the tree of free pages; nil: none are free.
    let freeRoot: UInt64?
    let lastPage: UInt64
    let transaction: UInt64

    /// The one of the last commit.
    static func newest(_ pages: PageReader) throws(LMDBError) -> MetaPage {
        let first = try MetaPage(at: 0, pages)
        let second = try MetaPage(at: first.pageSize, pages)
        guard first.pageSize == second.pageSize else { throw LMDBError(.invalidFile, "open \(pages.path)") }
        return first.transaction > second.transaction ? first : second
    }

    private init(at offset: Int, _ pages: PageReader) throws(LMDBError) {
        guard let page = try pages.bytes(at: offset, count: 152),
            page.load(UInt16.self, at: 10) == 0x08, page.load(UInt32.self, at: 16) == 0xBEEF_C0DE
        else { throw LMDBError(.invalidFile, "open \(pages.path)") }
        guard page.load(UInt32.self, at: 20) == 1 else { throw LMDBError(.versionMismatch, "open \(pages.path)") }
        guard let pageSize = page.load(UInt32.self, at: 40), let lastPage = page.load(UInt64.self, at: 136),
            let freeRoot = page.load(UInt64.self, at: 80), let mainRoot = page.load(UInt64.self, at: 128),
            let transaction = page.load(UInt64.self, at: 144),
            (512...32_768).contains(pageSize), pageSize.nonzeroBitCount == 1, (1..<1 << 48).contains(lastPage),
            freeRoot == .max || freeRoot <= lastPage, mainRoot == .max || mainRoot <= lastPage
        else { throw LMDBError(.invalidFile, "the header of \(pages.path) makes no sense") }
        self.pageSize = Int(pageSize)
        self.freeRoot = freeRoot == .max ? nil : freeRoot
        self.lastPage = lastPage
        self.transaction = transaction
    }
}
