import EventLog
import GlimpReadModels

extension Timestamp {
    func timeLeft(at now: Timestamp) -> String { Self.text(secondsLeft: secondsLeft(at: now)) }

    /// The two largest units: `2 d 3 h`, `59 min 12 s`.
    static func text(secondsLeft seconds: Int64) -> String {
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return "0 s" }
        return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
