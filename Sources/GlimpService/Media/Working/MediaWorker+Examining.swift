import EventLog
import MediaWork

extension MediaWorker {
    /// Has pictures decoded, all of each.
    ///
    /// Blocks its thread.
    /// - Parameter pictures: ``PictureTask/mostExamined`` at most.
    /// - Returns: what each measures; nil for one that can't be decoded.
    /// - Throws: ``EventLogError`` when no worker can be started.
    func examine(
        _ format: PictureFormat, _ pictures: [NamelessFile], _ limits: MediaLimits
    ) throws(EventLogError) -> [PixelSize?] {
        guard let first = pictures.first else { return [] }
        let task = MediaTask(
            .picture(.examine(format, count: pictures.count)), maximumBytes: limits.bytes,
            maximumMemory: limits.pictureMegabytes << 20, maximumSeconds: limits.pictureSeconds)
        let report = try run(task, input: first.descriptor, files: pictures.map(\.descriptor))
        if case .seen(let sizes) = report, sizes.count == pictures.count { return sizes }
        guard pictures.count > 1 else { return [nil] }
        // One of them has ended the worker; the others need not have.
        var sizes: [PixelSize?] = []
        for picture in pictures { sizes += try examine(format, [picture], limits) }
        return sizes
    }
}
