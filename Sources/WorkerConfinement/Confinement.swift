import Glibc
package import PictureWork

/// What a worker may use up, set before it looks at anything.
package enum Confinement {
    package static func begin(_ task: PictureTask) {
        closeOthers(after: PictureTask.firstOutput + Int32(task.outputs) - 1)
        limit(RLIMIT_AS, task.maximumMemory)
        limit(RLIMIT_CPU, task.maximumSeconds)
        limit(RLIMIT_CORE, 0)
        // Who waits for a list goes before who waits for a picture. Where nobody waits it costs nothing.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        // Whoever started it ends it sooner, unless it is gone itself.
        alarm(UInt32(clamping: task.maximumSeconds + 5))
    }

    /// Whoever started it may have had files open that are none of a picture's business.
    private static func closeOthers(after last: Int32) {
        guard let folder = opendir("/proc/self/fd") else { exit(71) }
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
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { exit(71) }
    }
}
