/// The name a person is shown with: at most 100 characters and 400 bytes, without control characters. Empty: none.
public struct DisplayName: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init?(_ text: String) {
        guard text.count <= 100, text.utf8.count <= 400 else { return nil }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        description = text
    }
}
