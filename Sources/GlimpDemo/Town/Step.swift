import EventLog
import SwiftProtobuf

/// One thing that somebody did in the town's past.
struct Step: Sendable {
    enum Deed: Sendable {
        case command(@Sendable (Occasion) -> any Message)
        /// Looks at the picture of a snap that was opened just before, as the gateway has it when it is fetched.
        case fetch(snap: String)
    }

    /// What a command can name that is known only when it is its turn.
    struct Occasion: Sendable {
        let time: Timestamp
        /// Of the last event before it.
        let position: Position
        /// The upload of the step's picture.
        var media = ""
    }

    /// Before the end of the story, in microseconds.
    let ago: Int64
    let who: String
    /// Drawn and uploaded for it.
    let picture: Drawing?
    let deed: Deed
}
