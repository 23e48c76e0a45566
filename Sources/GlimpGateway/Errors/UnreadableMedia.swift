import EventLog

/// That a photo or video which is stored can't be read. Below, errors of media/ bear the codes of the log's.
struct UnreadableMedia: Error, CustomStringConvertible {
    let cause: EventLogError

    var description: String { "media: \(cause)" }

    /// Runs what reads media.
    /// - Throws: ``UnreadableMedia`` for what is damaged, else what `body` throws.
    static func told<R>(_ body: () async throws -> R) async throws -> R {
        do { return try await body() } catch let error as EventLogError where error.code == .corrupted {
            throw UnreadableMedia(cause: error)
        }
    }
}
