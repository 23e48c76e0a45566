/// The formats that are taken.
package enum MediaFormat: Hashable, Sendable {
    case picture(PictureFormat)
    case video(VideoFormat)

    /// How many bytes tell the format at most.
    package static let magicBytes = PictureFormat.magicBytes

    /// By how the content begins, never by a name or what a header claims.
    /// - Parameter start: the first ``magicBytes``, or all there is.
    package init?(magic start: [UInt8]) {
        if let format = PictureFormat(magic: start) {
            self = .picture(format)
        } else if let format = VideoFormat(magic: start) {
            self = .video(format)
        } else {
            return nil
        }
    }

    package var isVideo: Bool {
        if case .video = self { true } else { false }
    }

    package var mime: String {
        switch self {
        case .picture(let format): format.mime
        case .video(let format): format.mime
        }
    }

    /// What an upload of this format is kept as.
    package var kept: MediaFormat {
        switch self {
        case .picture(let format): .picture(format.kept)
        case .video: self
        }
    }

    /// As records have it.
    package var number: UInt8 {
        switch self {
        case .picture(let format): format.rawValue
        case .video(.mp4): 16
        case .video(.quickTime): 17
        }
    }

    package init?(number: UInt8) {
        switch number {
        case 16: self = .video(.mp4)
        case 17: self = .video(.quickTime)
        default:
            guard let format = PictureFormat(rawValue: number) else { return nil }
            self = .picture(format)
        }
    }
}
