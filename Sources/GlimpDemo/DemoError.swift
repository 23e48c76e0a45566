import GlimpDomain

/// Why the town can't be there.
public enum DemoError: Error, CustomStringConvertible {
    /// A past can't come after what has happened already.
    case notEmpty(directory: String)
    /// A part of the story is against the rules, which is a mistake in the story.
    case refused(command: String, by: String, String)

    public var description: String {
        switch self {
        case .notEmpty(let directory):
            "\(directory) has events already, and `glimp demo` fills an empty directory only: name another with --data"
        case .refused(let command, let who, let code):
            "\(command) by \(who) was refused: \(code); the directory is half full: remove it"
        }
    }
}
