import CBaseline

/// The LMDB C calls alone, in a store of their own.
final class Baseline {
    private let store: OpaquePointer

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(directory: String, _ workload: Workload) throws {
        var store: OpaquePointer?
        try Self.call { cb_store_open(directory, workload.baseline, 1 << 36, &store, $0) }
        guard let store else { throw Failure(description: "the baseline's store did not open") }
        self.store = store
    }

    deinit { cb_store_close(store) }

    var bytes: UInt64 { cb_store_bytes(store) }
    var head: UInt64 { cb_store_head(store) }

    func appendBatch(_ count: Int) throws { try Self.call { cb_append_batch(store, count, $0) } }

    func catchUpIndex() throws { try Self.call { cb_index_catch_up(store, $0) } }

    /// Events a second of `clients` in group commit.
    func group(clients: Int, seconds: Double) throws -> Double {
        var run = CBGroupRun()
        try Self.call { cb_group_run(store, Int32(clients), seconds, 200, &run, $0) }
        return Double(run.events) / run.seconds
    }

    /// Events a second.
    func scan(checksum: Bool) throws -> Double {
        var scan = CBScan()
        try Self.call { cb_scan(store, checksum, &scan, $0) }
        return Double(scan.events) / scan.seconds
    }

    /// Seconds a read of one tag's events.
    func readByTag(first: UInt64, count: UInt64) throws -> Double {
        var read = CBTagRead()
        try Self.call { cb_read_by_tag(store, first, count, &read, $0) }
        return read.mean_seconds
    }

    private static func call(_ body: (UnsafeMutablePointer<CBError>) -> Int32) throws {
        var error = CBError()
        if body(&error) != 0 { throw Failure(description: String(cString: cb_error_message(&error))) }
    }
}
