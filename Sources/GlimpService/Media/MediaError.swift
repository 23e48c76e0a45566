/// Why an upload is not taken. Nothing of it is left behind.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable: callers compare it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Neither JPEG nor PNG, or one that nothing shows.
        public static let unsupportedMedia = Code(rawValue: "unsupported_media")
        /// Cut short, altered, or promising what it does not hold.
        public static let damagedMedia = Code(rawValue: "damaged_media")
        /// More bytes than are taken.
        public static let tooLarge = Code(rawValue: "too_large")
        /// More pixels than are taken.
        public static let tooManyPixels = Code(rawValue: "too_many_pixels")
    }

    public let code: Code
    /// For people; says nothing of the machine.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static func damaged(_ what: String) -> MediaError { MediaError(.damagedMedia, "The picture is damaged: \(what).") }
    static func unsupported(_ what: String) -> MediaError { MediaError(.unsupportedMedia, what) }

    public var description: String { "\(code.rawValue): \(message)" }
}
