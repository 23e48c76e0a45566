import MediaWork
import Testing

@Suite struct PictureFormatTests {
    private func ftyp(_ brands: String..., length: UInt8? = nil) -> [UInt8] {
        let brands = brands.flatMap { Array($0.utf8) }
        return [0, 0, 0, length ?? UInt8(8 + brands.count)] + Array("ftyp".utf8) + brands
    }

    @Test func theFirstBytesTellTheFormat() {
        #expect(PictureFormat(magic: [0xFF, 0xD8, 0xFF, 0xE0]) == .jpeg)
        #expect(PictureFormat(magic: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .png)
        #expect(PictureFormat(magic: Array("GIF87a".utf8)) == .gif)
        #expect(PictureFormat(magic: Array("GIF89a…".utf8)) == .gif)
        #expect(PictureFormat(magic: Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8)) == .webp)
        #expect(PictureFormat(magic: ftyp("heic", "\0\0\0\0", "mif1", "heic")) == .heic)
        #expect(PictureFormat(magic: ftyp("mif1", "\0\0\0\0", "mif1", "heix")) == .heic)
    }

    @Test func whatOnlyLooksLikeOneIsNone() {
        #expect(PictureFormat(magic: []) == nil)
        #expect(PictureFormat(magic: [0xFF, 0xD8]) == nil)
        #expect(PictureFormat(magic: Array("GIF88a".utf8)) == nil)
        #expect(PictureFormat(magic: Array("RIFF\u{1}\u{2}\u{3}\u{4}WAVE".utf8)) == nil)
        // TIFF, SVG, PDF, a film, AVIF.
        #expect(PictureFormat(magic: [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]) == nil)
        #expect(PictureFormat(magic: Array("<svg xmlns=".utf8)) == nil)
        #expect(PictureFormat(magic: Array("%PDF-1.7".utf8)) == nil)
        #expect(PictureFormat(magic: ftyp("isom", "\0\0\0\0", "mp42")) == nil)
        #expect(PictureFormat(magic: ftyp("avif", "\0\0\0\0", "mif1", "avif")) == nil)
        // The version is no brand, and what follows the box neither.
        #expect(PictureFormat(magic: ftyp("isom", "heic", "mp42")) == nil)
        #expect(PictureFormat(magic: ftyp("isom", "\0\0\0\0", "heic", length: 16)) == nil)
        for length: UInt8 in [0, 1, 9, 255] { _ = PictureFormat(magic: ftyp("mif1", "\0\0\0\0", length: length)) }
    }
}
