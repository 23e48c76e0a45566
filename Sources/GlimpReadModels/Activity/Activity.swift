public import EventLog
public import GlimpDomain

/// How many events there are of a type.
public struct EventCount: Hashable, Sendable {
    /// `other`: of types that this program does not make.
    public var type: String
    public var count: Int
}

/// What became of requests. Each counts when it happened: what was asked yesterday and answered today is one of
/// yesterday's `asked` and of today's `answered`.
public struct RequestActivity: Hashable, Sendable {
    public var asked = 0
    public var answered = 0
    public var declined = 0
    public var cancelled = 0
    public var expired = 0
    /// Of the answers, to at most half a second or 1.6 %, whichever is more; nil: there are none.
    public var medianSeconds: Double?

    public var closed: Int { answered + declined + cancelled + expired }
    /// Answered of those that were closed; nil: none was.
    public var answerRate: Double? { closed == 0 ? nil : Double(answered) / Double(closed) }
}

/// What happened in all, or since a day.
public struct Activity: Hashable, Sendable {
    /// The first day; nil: since the beginning.
    public var since: Timestamp?
    /// Most frequent first.
    public var types: [EventCount]
    public var requests: RequestActivity

    public var events: Int { types.reduce(0) { $0 + $1.count } }
}

/// What happened on one UTC day.
public struct ActivityDay: Hashable, Sendable {
    /// Its first moment.
    public var day: Timestamp
    public var types: [EventCount]
    public var requests: RequestActivity

    public var events: Int { types.reduce(0) { $0 + $1.count } }
}

/// What a person did. Of who they are it has the username alone.
public struct PersonalActivity: Hashable, Sendable {
    public var userID: UserID
    public var username: String
    /// What they did themselves.
    public var types: [EventCount]
    /// Requests that they asked others.
    public var asAsker: RequestActivity
    /// Requests that they were asked.
    public var asAnswerer: RequestActivity

    public var events: Int { types.reduce(0) { $0 + $1.count } }
}
