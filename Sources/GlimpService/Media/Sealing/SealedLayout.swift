/// Where things lie in a sealed file (Schemas/SEALED.md): a header, then chunks of equal length, each with its tag.
enum SealedLayout {
    static let magic = Array("GLIMPSEA".utf8)
    /// The number of this layout, in the byte after ``magic``.
    static let form: UInt8 = 1
    static let headerBytes = 32
    /// In the header, at its end.
    static let saltBytes = 16
    /// Of content in each chunk but the last, which has 1 to as many.
    static let chunkBytes = 64 << 10
    static let tagBytes = 16

    /// The number of chunks of a content.
    static func chunks(of bytes: Int) -> Int { (bytes + chunkBytes - 1) / chunkBytes }

    /// The size of the file, in bytes.
    static func stored(_ bytes: Int) -> Int { headerBytes + bytes + chunks(of: bytes) * tagBytes }

    /// The size of the content of a file of this size; nil: no sealed file has it.
    static func content(ofStored stored: Int) -> Int? {
        let chunks = stored - headerBytes
        guard chunks > 0 else { return nil }
        let last = chunks % (chunkBytes + tagBytes)
        guard last == 0 || last > tagBytes else { return nil }
        return chunks - (chunks + chunkBytes + tagBytes - 1) / (chunkBytes + tagBytes) * tagBytes
    }

    /// The offset of a chunk in the file.
    static func offset(ofChunk chunk: Int) -> Int { headerBytes + chunk * (chunkBytes + tagBytes) }

    /// Where a piece of the content that begins here ends best: at the end of its chunk, which is opened whole anyway.
    static func pieceEnd(after offset: Int) -> Int { (offset / chunkBytes + 1) * chunkBytes }
}
