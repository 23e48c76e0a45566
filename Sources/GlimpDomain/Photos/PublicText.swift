/// What people write for others to read: how much of it there may be, and when it is blank.
enum PublicText {
    /// A character can have any number of accents, so bytes are bounded too. Room for the longest text of the longest
    /// emoji.
    private static let maximumBytes = 8_192

    static func fits(_ text: String, _ characters: Int) -> Bool {
        text.utf8.count <= maximumBytes && text.count <= characters
    }

    /// Whether nothing of it can be seen.
    static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || isControl($0) || isEmpty($0)
        }
    }

    /// What no font shows: formatting characters, what is assigned to nothing, and Braille without a dot.
    private static func isEmpty(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{2800}" || [.format, .unassigned].contains(scalar.properties.generalCategory)
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
}
