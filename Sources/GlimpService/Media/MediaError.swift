/// Why an upload is not taken. Nothing of it is left behind.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable: callers compare it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing came.
        public static let emptyBody = Code(rawValue: "empty_body")
        /// None of the formats that are taken.
        public static let unsupportedMedia = Code(rawValue: "unsupported_media")
        /// Cut short, altered, or promising what it does not hold.
        public static let damagedMedia = Code(rawValue: "damaged_media")
        /// More bytes than are taken, or more than that when it is written anew.
        public static let tooLarge = Code(rawValue: "too_large")
        /// More pixels than are taken.
        public static let tooManyPixels = Code(rawValue: "too_many_pixels")
        /// The part that is to be kept is none of the picture; of a video, there are no parts.
        public static let invalidCrop = Code(rawValue: "invalid_crop")
        /// A smaller size was asked for of a video, of which none is made.
        public static let noRenditions = Code(rawValue: "no_renditions")
    }

    public let code: Code
    /// For people; says nothing of the machine.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static let empty = MediaError(
        .emptyBody, "The body is empty: the photo or video itself is wanted, as it lies in a file.")
    static let damaged = MediaError(
        .damagedMedia, "It is damaged: cut short, altered, or not what it promises.")
    static let unsupported = MediaError(
        .unsupportedMedia,
        "This is none of the formats that are taken: JPEG, PNG, WebP, HEIC, GIF; MP4 and QuickTime with a video in it.")
    static let noRenditions = MediaError(.noRenditions, "A video has no smaller sizes.")
    package static let invalidCrop = MediaError(
        .invalidCrop,
        "`crop` is `square`, or `x,y,size` of a square that lies within the picture, in pixels. A video is kept whole.")

    public var description: String { "\(code.rawValue): \(message)" }
}
