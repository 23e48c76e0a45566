extension EventLog {
    /// What an earlier command of this actor and id came to; nil when there was none, or none with a receipt.
    /// - Throws: ``EventLogError`` `id_reused` when it had another body.
    public func outcome(of context: CommandContext) throws -> Outcome? {
        try EventLogLimits.check(context)
        return try reading {
            let snapshot = try LogSnapshot.take(index)
            return try Receipts.find(context, snapshot.index, index, snapshot.events)
        }
    }
}
