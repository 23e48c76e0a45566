import Foundation

/// Figures for people.
enum Figures {
    /// `1 event`, `2 events`.
    static func count(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil) -> String {
        "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    static func seconds(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }

    static func rate(_ rate: Double) -> String { String(format: "%.0f events/s", rate) }
}
