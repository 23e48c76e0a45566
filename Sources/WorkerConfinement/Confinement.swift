import CConfinement
import Glibc
package import MediaWork

/// What a worker may use up and do, set before it looks at anything.
package enum Confinement {
    package static func begin(_ task: MediaTask) {
        closeOthers(after: MediaTask.firstFile + Int32(task.files) - 1)
        limit(RLIMIT_AS, task.maximumMemory)
        limit(RLIMIT_CPU, task.maximumSeconds)
        limit(RLIMIT_CORE, 0)
        // Of each file: what is made lies in memory that no other limit counts. Writing more is an error, not the end.
        limit(RLIMIT_FSIZE, task.maximumBytes)
        signal(SIGXFSZ, SIG_IGN)
        // Who waits for a list goes before who waits for a picture. Where nobody waits it costs nothing.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        // Whoever started it ends it sooner, unless it is gone itself.
        alarm(UInt32(clamping: task.maximumSeconds + 5))
        // Where the kernel can't, the rest still holds; what it comes to is tested, and told in docs/OPERATIONS.md.
        _ = cconfinement_begin()
    }

    /// Whoever started it may have had files open that are none of a picture's business.
    private static func closeOthers(after last: Int32) {
        guard let folder = opendir("/proc/self/fd") else { exit(WorkerExit.notStarted) }
        var others: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let descriptor = Int32(name), descriptor > last { others.append(descriptor) }
        }
        closedir(folder)
        for descriptor in others { close(descriptor) }
    }

    private static func limit(_ resource: __rlimit_resource, _ value: Int) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { exit(WorkerExit.notStarted) }
    }
}
