import Foundation
import Synchronization

/// What the system says of this process.
enum ProcessFigures {
    /// User and system time of all threads, in seconds.
    static var cpuSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// A figure of `/proc/self/status`, in MiB: `RssAnon` is memory of its own, `VmHWM` the peak with mapped files.
    /// - Parameter process: its number; nil: this one.
    static func mebibytes(_ name: String, of process: pid_t? = nil) -> Double {
        let folder = process.map { "\($0)" } ?? "self"
        guard let status = try? String(contentsOfFile: "/proc/\(folder)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") }),
            let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Double($0) })
        else { return .nan }
        return number / 1_024
    }
}

/// The most anonymous memory seen.
final class PeakMemory: Sendable {
    private let most = Mutex(0.0)

    var mebibytes: Double { most.withLock { $0 } }

    func look() {
        let now = ProcessFigures.mebibytes("RssAnon")
        most.withLock { $0 = max($0, now) }
    }
}
