/// How far long work is, and how long it may take yet.
struct Pace {
    private let start = ContinuousClock.now

    func line(_ done: UInt64, of all: UInt64, _ noun: String) -> String {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        guard done > 0, seconds >= 1 else { return "\(done) of \(all) \(noun)" }
        let left = Int((seconds * Double(all - min(all, done)) / Double(done)).rounded(.up))
        return "\(done) of \(all) \(noun), \(Self.text(left)) left"
    }

    private static func text(_ seconds: Int) -> String {
        seconds < 120 ? "\(seconds) s" : seconds < 7_200 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
    }
}
