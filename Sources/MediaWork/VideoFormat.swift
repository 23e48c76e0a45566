/// The formats of videos that are taken, and kept as they are.
package enum VideoFormat: String, Sendable, CaseIterable {
    case mp4
    case quickTime = "quicktime"

    package var mime: String { "video/\(rawValue)" }
}

extension VideoFormat {
    /// By how the content begins: an ISO base media file (ISO/IEC 14496-12, section 4.3) or a QuickTime movie, of which
    /// the major brand says that it moves. HEIC and AVIF, which begin so too, have brands of their own.
    /// - Parameter start: the first ``MediaFormat/magicBytes``, or all there is.
    package init?(magic start: [UInt8]) {
        guard start.count >= 16, start[4..<8].elementsEqual(Array("ftyp".utf8)) else { return nil }
        switch String(decoding: start[8..<12], as: UTF8.self) {
        case "qt  ": self = .quickTime
        case "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9", "mp41", "mp42", "avc1", "M4V ",
            "M4VH", "M4VP", "mmp4", "MSNV", "XAVC", "f4v ":
            self = .mp4
        default: return nil
        }
    }
}
