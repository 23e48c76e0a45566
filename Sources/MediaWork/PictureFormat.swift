/// The formats of pictures that are taken; the numbers are stored.
package enum PictureFormat: UInt8, Sendable, CaseIterable {
    case jpeg = 1
    case png = 2
    case webp = 3
    case heic = 4
    case gif = 5

    package var mime: String { "image/\(name)" }

    /// In the file names of renditions and in the worker's arguments.
    package var name: String {
        switch self {
        case .jpeg: "jpeg"
        case .png: "png"
        case .webp: "webp"
        case .heic: "heic"
        case .gif: "gif"
        }
    }

    package init?(name: String) {
        guard let format = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = format
    }

    /// What a picture of this format is kept as: what every browser shows, and loses nothing that was there.
    package var kept: PictureFormat {
        switch self {
        case .jpeg, .heic: .jpeg
        // The first frame of an animation: its few colours stay exactly what they are.
        case .png, .gif: .png
        case .webp: .webp
        }
    }
}

extension PictureFormat {
    /// How many bytes tell the format at most.
    package static let magicBytes = 64

    /// By how the content begins, never by a name or what a header claims.
    /// - Parameter start: the first ``magicBytes``, or all there is.
    package init?(magic start: [UInt8]) {
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else if Self.isHEIC(start) {
            self = .heic
        } else {
            return nil
        }
    }

    /// An ISO base media file (ISO/IEC 14496-12) of which a brand says that its pictures are HEVC (ISO/IEC 23008-12).
    private static func isHEIC(_ start: [UInt8]) -> Bool {
        guard start.count >= 16, start[4..<8].elementsEqual(Array("ftyp".utf8)) else { return false }
        let length = start[..<4].reduce(0) { $0 << 8 | Int($1) }
        // The major brand, its version, the compatible brands.
        let box = start[..<min(length, start.count)]
        let brands = stride(from: 8, to: box.count - 3, by: 4).filter { $0 != 12 }.map { box[$0..<$0 + 4] }
        let known = ["heic", "heix", "heim", "heis"].map { Array($0.utf8) }
        return brands.contains { brand in known.contains { brand.elementsEqual($0) } }
    }
}
