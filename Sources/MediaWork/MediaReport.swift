/// What a worker says of a picture or a video: one line of text.
///
/// Whoever reads it believes nothing: the worker may have been taken over by the picture.
package enum MediaReport: Hashable, Sendable {
    package enum Refusal: String, Sendable {
        case damaged, unsupported
        case tooLarge = "too-large"
        case tooManyPixels = "too-many-pixels"
        case tooManyParts = "too-many-parts"
        case cropOutside = "crop-outside"
    }

    package struct Made: Hashable, Sendable {
        /// In pixels.
        package var width: Int
        package var height: Int
        /// The part of the upload that it is; nil: all.
        package var box: CropBox?
        package var origin: MediaOrigin
        /// Of a video, how long it is; nil: a picture.
        package var milliseconds: Int?

        package init(width: Int, height: Int, box: CropBox?, origin: MediaOrigin, milliseconds: Int? = nil) {
            self.milliseconds = milliseconds
            self.width = width
            self.height = height
            self.box = box
            self.origin = origin
        }
    }

    case made(Made)
    /// All sizes that were asked for are made.
    case shrunk
    /// What each picture that was examined measures; nil: it can't be decoded.
    case seen([PixelSize?])
    case refused(Refusal)

    /// No report is longer, in bytes.
    package static let maximumLength = 256
}

extension MediaReport {
    package var line: String {
        switch self {
        case .shrunk: "shrunk"
        case .seen(let sizes): (["seen"] + sizes.map { $0?.description ?? "-" }).joined(separator: " ")
        case .refused(let refusal): "refused \(refusal.rawValue)"
        case .made(let made):
            [
                "made", String(made.width), String(made.height), made.box?.description ?? "-",
                made.origin.takenAt ?? "-", made.origin.place?.description ?? "-",
                made.milliseconds.map { String($0) } ?? "-",
            ].joined(separator: " ")
        }
    }

    /// - Returns: nil for what no worker writes.
    package init?(line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch (words[0], words.count) {
        case ("shrunk", 1): self = .shrunk
        case ("seen", 2...):
            let sizes = words[1...].map { $0 == "-" ? nil : PixelSize($0) }
            guard zip(sizes, words[1...]).allSatisfy({ $0 != nil || $1 == "-" }) else { return nil }
            self = .seen(sizes)
        case ("refused", 2):
            guard let refusal = Refusal(rawValue: words[1]) else { return nil }
            self = .refused(refusal)
        case ("made", 7):
            guard let width = Int(words[1]), let height = Int(words[2]), (1...Int(Int32.max)).contains(width),
                (1...Int(Int32.max)).contains(height)
            else { return nil }
            var made = Made(width: width, height: height, box: nil, origin: MediaOrigin())
            if words[3] != "-" {
                guard let box = CropBox(words[3]) else { return nil }
                made.box = box
            }
            if words[4] != "-" {
                guard MediaOrigin.isTime(words[4]) else { return nil }
                made.origin.takenAt = words[4]
            }
            if words[5] != "-" {
                guard let place = MediaOrigin.Place(words[5]) else { return nil }
                made.origin.place = place
            }
            if words[6] != "-" {
                guard let milliseconds = Int(words[6]), (0...Int(Int32.max)).contains(milliseconds) else { return nil }
                made.milliseconds = milliseconds
            }
            self = .made(made)
        default: return nil
        }
    }
}
