import EventLog
import PictureWork

extension PictureWorker {
    /// Makes a rendition of a picture that is kept.
    /// - Parameter picture: as it is kept.
    /// - Throws: ``EventLogError``: `corrupted` when the kept picture can't be read.
    func shrink(
        _ record: MediaRecord, _ picture: MemoryFile, to name: RenditionName, _ output: MemoryFile,
        _ limits: MediaLimits
    ) throws(EventLogError) {
        let size = name.rendition.size(width: Int(record.width), height: Int(record.height))
        let task = PictureTask(
            .shrink(width: size.width, height: size.height, crops: name.rendition.isSquare, name.format.picture),
            maximumBytes: limits.bytes, maximumMemory: limits.pictureMegabytes << 20,
            maximumSeconds: limits.pictureSeconds)
        guard case .made(let made) = try run(task, input: picture.descriptor, output: output.descriptor),
            (made.width, made.height) == size
        else { throw EventLogError(.corrupted, "upload \(record.media) can't be made smaller: is it damaged?") }
    }
}
