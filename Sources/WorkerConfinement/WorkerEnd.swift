import Glibc
package import MediaWork

/// How a worker ends that has looked at what it was given.
package enum WorkerEnd {
    /// Tells whoever started it, and ends the process. A report that can't be told is none: the exit status says so.
    package static func tell(_ report: MediaReport) -> Never {
        var rest = Array("\(report.line)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { _exit(WorkerExit.notWritten(errno)) }
            rest.removeFirst(count)
        }
        // Not exit(): what libraries do at the end helps nobody here, and takes time.
        _exit(0)
    }
}

extension WorkerExit {
    /// The status for an output that could not be written.
    /// - Parameter number: of the error, as errno(3) has it.
    package static func notWritten(_ number: Int32) -> Int32 {
        number == ENOSPC || number == EDQUOT ? diskFull : notWritten
    }
}
