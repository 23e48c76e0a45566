/// What a connection is doing, as far as it decides when it is closed. Pure.
struct ConnectionState {
    /// Whether the last part of a request is still to come.
    private var isRequestOpen = false
    /// Whether an answer is complete of whose request more was to come: what comes now is let drop.
    private(set) var isOver = false

    /// A request begins.
    mutating func requestBegan() { isRequestOpen = true }

    /// A request is there, whole.
    mutating func requestEnded() { isRequestOpen = false }

    /// Whether an answer that begins now is the connection's last: it does not wait for the rest of its request, and
    /// nobody can tell how long that would be.
    var isLastAnswer: Bool { isRequestOpen }

    /// An answer is complete.
    /// - Returns: whether the connection is to be closed after it.
    mutating func answerEnded() -> Bool {
        isOver = isRequestOpen
        return isOver
    }
}
