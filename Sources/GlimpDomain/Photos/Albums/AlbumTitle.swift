import EventLog

/// What an album is called: 1 to 255 characters, not blank, none of them a control character.
public struct AlbumTitle: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    static func field(_ text: String) throws(Refusal) -> AlbumTitle {
        guard PublicText.fits(text, PhotoDescription.titleCharacters), !PublicText.isBlank(text),
            !text.unicodeScalars.contains(where: PublicText.isControl)
        else {
            throw .invalid(
                "title", "An album's title is 1 to 255 characters, not blank, none of them a control character.")
        }
        return AlbumTitle(description: text)
    }
}
