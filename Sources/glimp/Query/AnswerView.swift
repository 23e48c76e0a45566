import EventLog
import GlimpReadModels

/// An answer as it is printed: JSON for programs, tables for people.
protocol AnswerView {
    func json() throws -> String
    func print()
}

extension Page {
    /// Prints the title with the whole list's length, then the rows, then how to go on.
    func print(_ title: String, _ table: TextTable) {
        let shown = items.count < total ? ", \(items.count) of them here" : ""
        Swift.print("\(title) (\(total)\(shown))")
        if !table.isEmpty { for line in table.lines { Swift.print("  " + line) } }
        if let cursor { Swift.print("  more: --cursor \(cursor)") }
    }
}

extension Answer {
    func printPosition() { Swift.print("True for position \(position).") }
}
