import Foundation

/// Figures for people.
enum Figures {
    static func seconds(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }

    static func rate(_ rate: Double) -> String { String(format: "%.0f events/s", rate) }
}
