import EventLog
import SwiftProtobuf

/// One command of the town's past.
struct Step: Sendable {
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
    let command: @Sendable (Occasion) -> any Message
}
