import Foundation
import Glibc

/// What this process has in memory, in bytes (proc_pid_statm(5): the second field, in pages).
func residentMemory() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { throw Missing() }
    return pages * Int(getpagesize())
}
