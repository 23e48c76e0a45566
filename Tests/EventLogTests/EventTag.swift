import EventLog

/// Swift Testing has a `Tag` of its own; here there is only the event log's.
typealias EventTag = Tag
