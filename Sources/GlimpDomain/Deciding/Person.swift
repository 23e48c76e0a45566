/// Whom a command means, and how it named them.
public struct Person: Sendable {
    /// nil: nobody has the name that was given.
    public let id: UserID?
    /// How a refusal names the person: by the id, where the command did; else by the place where the name stood,
    /// `friends[2]`. The name itself is personal, and its id would tell who has blocked the caller that it is somebody's.
    let subject: String
}
