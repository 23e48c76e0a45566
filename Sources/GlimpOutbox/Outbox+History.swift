import EventLog
import GlimpService

extension Outbox {
    /// Runs an import of the past, which has the log to itself, and sends nothing of what it appends: what was there
    /// before waits as ever, and what it has appended is passed over, also when it fails half-way. If the process is
    /// killed meanwhile nothing is sent until an import has ended: nobody could tell then what is new.
    package func passingOver<R>(_ importing: () async throws -> R) async throws -> R {
        // A new outbox begins at the head anyway.
        guard FileSystem.exists(directory) else { return try await importing() }
        let store = try store()
        if try !store.checkpoint().isImporting {
            try await reactor().catchUp()
            try await move(store, isImporting: true)
        }
        let result: R
        do {
            result = try await importing()
        } catch {
            // What went wrong first is what is told; if this fails too, nothing is sent, and that is told then.
            try? await move(store, isImporting: false)
            throw error
        }
        try await move(store, isImporting: false)
        return result
    }

    private func move(_ store: OutboxStore, isImporting: Bool) async throws {
        var checkpoint = try OutboxCheckpoint(try glimp.log.head(), in: glimp.log)
        checkpoint.isImporting = isImporting
        try await threads.run { [checkpoint] in try store.move(to: checkpoint) }
    }
}
