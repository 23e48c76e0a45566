/// What a connection is doing, as far as it decides when it is closed. Pure.
///
/// Requests may come before those in front of them are answered (pipelining, RFC 9112, section 9.3.2); answers go out in
/// the order of the requests.
struct ConnectionState {
    /// Requests that are there, whole.
    private var ended = 0
    private var answered = 0
    /// Whether an answer is complete of whose request more was to come: what comes now is let drop.
    private(set) var isOver = false

    /// A request is there, whole.
    mutating func requestEnded() { ended += 1 }

    /// Whether an answer that begins now is the connection's last: it does not wait for the rest of its request, and
    /// nobody can tell how long that would be.
    var isLastAnswer: Bool { ended <= answered }

    /// An answer is complete.
    /// - Returns: whether the connection is to be closed after it.
    mutating func answerEnded() -> Bool {
        isOver = isLastAnswer
        answered += 1
        return isOver
    }
}
