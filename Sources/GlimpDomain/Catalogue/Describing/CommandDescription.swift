/// What callers are told of a command: what `Schemas/` says of its message.
public struct CommandDescription: Sendable {
    public let name: String
    /// One sentence or two.
    public let summary: String
    /// A body in JSON that the command takes; its ids are of nothing.
    public let example: String
    /// In the order of the message.
    public let fields: [CommandField]
}

/// A field of a command's body.
public struct CommandField: Sendable {
    /// As JSON has it: `answerWithin`.
    public let name: String
    /// Of the field, or of each item of a list.
    public let form: Form
    public let isList: Bool
    /// Whether a command without it is refused.
    public let isRequired: Bool
    /// May be empty.
    public let summary: String
    /// Of a text, or of each text of a list: characters, at least and at most; nil: no bound of its own.
    public let characters: Bounds<Int>
    /// Of a list.
    public let items: Bounds<Int>
    /// Of a number; of a duration in seconds.
    public let range: Bounds<Double>

    public struct Bounds<Number: Comparable & Sendable>: Sendable {
        public let least: Number?
        public let most: Number?
    }

    public indirect enum Form: Sendable {
        case text
        /// A UUID.
        case id
        /// By user id or by username.
        case person
        /// In base 64.
        case bytes
        case number, wholeNumber, boolean
        /// RFC 3339.
        case moment
        /// Seconds, with an `s` behind: `3600s`.
        case duration
        /// One of these texts.
        case choice([String])
        case object([CommandField])
        /// An object with exactly one of these fields.
        case oneOf([CommandField])
    }
}

extension CommandField {
    /// The fields within it.
    public var members: [CommandField] {
        switch form {
        case .object(let members), .oneOf(let members): members
        default: []
        }
    }

    /// What its value is, for people, its bounds included: `a list of 1 to 500, each a person (user id or username)`.
    public var expectation: String {
        guard isList else { return expectationOfOne }
        let count = Self.words(items).map { " of \($0)" } ?? ""
        return "a list\(count), each \(expectationOfOne)"
    }

    /// The same of one item of a list.
    var expectationOfOne: String {
        let noun =
            switch form {
            case .text: "a text"
            case .id: "an id (UUID)"
            case .person: "a person (user id or username)"
            case .bytes: "bytes in base 64"
            case .number: "a number"
            case .wholeNumber: "a whole number"
            case .boolean: "true or false"
            case .moment: "a time (\"2026-11-21T09:30:00Z\")"
            case .duration: "a duration (\"3600s\")"
            case .choice(let names): "one of \(names.joined(separator: ", "))"
            case .object: "an object"
            case .oneOf: "an object with one field"
            }
        if let words = Self.words(characters) { return "\(noun) of \(words) characters" }
        if let words = Self.words(range) {
            if case .duration = form { return "\(noun), \(words) seconds" }
            return "\(noun), \(words)"
        }
        return noun
    }

    private static func words(_ bounds: Bounds<some Any>) -> String? {
        func text(_ number: some Any) -> String {
            // What is whole is said so.
            (number as? Double).flatMap { Int(exactly: $0) }.map { "\($0)" } ?? "\(number)"
        }
        return switch (bounds.least, bounds.most) {
        case (let least?, let most?): "\(text(least)) to \(text(most))"
        case (let least?, nil): "at least \(text(least))"
        case (nil, let most?): "at most \(text(most))"
        case (nil, nil): nil
        }
    }
}

extension CommandField {
    /// Of a line that holds a command, beside its name.
    static func body(of command: CommandDescription) -> CommandField {
        CommandField(
            name: "body", form: .object(command.fields), isList: false, isRequired: false, summary: command.summary,
            characters: .none, items: .none, range: .none)
    }
}

extension CommandField.Bounds {
    fileprivate static var none: Self { Self(least: nil, most: nil) }
}
