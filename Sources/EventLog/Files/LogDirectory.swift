import Glibc
import LMDB

/// Where the parts of an event log lie below its directory.
package struct LogDirectory: Sendable {
    package let path: String
    let options: EventLogOptions

    package init(_ path: String, _ options: EventLogOptions) {
        self.path = path
        self.options = options
    }

    package var log: String { path + "/log" }
    package var index: String { path + "/index" }
    package var tick: String { path + "/tick" }
    /// Shared by every process that appends; whoever takes it exclusively is the only one.
    package var writersLock: String { path + "/log/writers.lock" }

    /// What says that this is a data directory; the last that comes when one is made.
    package var exists: Bool { FileSystem.exists(log + "/data.mdb") }

    var indexDirectory: IndexDirectory {
        IndexDirectory(
            path: index, evidence: evidence, mapSize: options.mapSize / 4, busyTimeout: options.busyTimeout)
    }

    var evidence: EvidenceDirectory { EvidenceDirectory(path: path + "/evidence") }
}
