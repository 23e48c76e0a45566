import EventLog
import MediaWork

extension MediaWorker {
    /// Makes renditions of a picture that is kept, all from one decoding.
    /// - Parameters:
    ///   - picture: as it is kept.
    ///   - outputs: one for each.
    /// - Throws: ``EventLogError``: `corrupted` when the kept picture can't be read.
    func shrink(
        _ record: MediaRecord, _ kept: PictureFormat, _ picture: NamelessFile, to renditions: [Rendition],
        _ format: Rendition.Format,
        _ outputs: [NamelessFile], _ limits: MediaLimits
    ) throws(EventLogError) {
        let sizes = renditions.map { rendition in
            let size = rendition.size(width: Int(record.width), height: Int(record.height))
            return SmallerSize(size, crops: rendition.isSquare)
        }
        let task = MediaTask(
            .picture(.shrink(kept, to: sizes, as: format.picture)), maximumBytes: limits.bytes,
            maximumMemory: limits.pictureMegabytes << 20, maximumSeconds: limits.pictureSeconds)
        guard case .shrunk = try run(task, input: picture.descriptor, files: outputs.map(\.descriptor)),
            outputs.allSatisfy({ (1...limits.bytes).contains($0.size) })
        else { throw EventLogError(.corrupted, "upload \(record.media) can't be made smaller: is it damaged?") }
    }
}
