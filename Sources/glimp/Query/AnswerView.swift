import EventLog
import GlimpReadModels

/// An answer as it is printed.
protocol AnswerView {
    associatedtype Value: Sendable
    var answer: Answer<Value> { get }

    /// For programs.
    func json() throws -> String
    /// For people, but for the position that it is true for.
    var lines: [String] { get }
}

extension AnswerView {
    private var text: [String] { lines + ["True for position \(answer.position)."] }

    /// - Throws: as ``Output/flush()``.
    func write(asJSON: Bool) throws { try Output.write(asJSON ? [json()] : text) }
}

extension Page {
    /// The title with the whole list's length, then the rows, then how to go on.
    func lines(_ title: String, _ table: TextTable) -> [String] {
        let shown = items.count < total ? ", \(items.count) of them here" : ""
        return table.section("\(title) (\(total)\(shown))", cursor: cursor)
    }
}

extension Excerpt {
    /// The title with the length of what is here, then the rows, then how to go on.
    func lines(_ title: String, _ table: TextTable) -> [String] {
        table.section("\(title) (\(items.count) here)", cursor: cursor)
    }
}
