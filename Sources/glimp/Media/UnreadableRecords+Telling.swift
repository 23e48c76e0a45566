import GlimpService

extension UnreadableRecords {
    /// Names them on standard error.
    /// - Throws: ``Failure`` when there are any.
    func tell() throws {
        for finding in first { Terminal.note("glimp: \(finding.what)") }
        guard count > 0 else { return }
        throw Failure(.badData, "the records of \(Figures.count(count, "upload")) can't be read; restore media/index/")
    }
}
