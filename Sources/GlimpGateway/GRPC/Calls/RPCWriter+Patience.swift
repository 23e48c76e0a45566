import GRPCCore

extension RPCWriter {
    /// Writes, unless the reader leaves it no room for so long: then the call is over, and what it holds is let go.
    /// - Throws: `timeout`; what the write throws.
    func write(_ element: Element, within patience: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await write(element) }
            group.addTask {
                try await Task.sleep(for: patience)
                throw CallFailure("timeout", "the reader took nothing for \(patience); go on where it ended")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
