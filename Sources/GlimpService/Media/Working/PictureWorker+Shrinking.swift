import EventLog
import Glibc
import PictureWork

extension PictureWorker {
    /// Makes renditions of a picture that is kept, all from one decoding.
    /// - Throws: ``EventLogError``: `corrupted` when the kept picture can't be read.
    func shrink(
        _ record: MediaRecord, _ renditions: [Rendition], _ format: Rendition.Format, from files: MediaFiles,
        to outputs: [Int32], _ limits: MediaLimits
    ) throws(EventLogError) {
        let path = files.file(record.media)
        let input = open(path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw FileSystem.failure("open", path) }
        defer { close(input) }
        var status = stat()
        guard fstat(input, &status) == 0, status.st_size == off_t(record.bytes) else {
            throw EventLogError(.corrupted, "\(path) is cut short: restore media/")
        }
        let sizes = renditions.map { rendition in
            let size = rendition.size(width: Int(record.width), height: Int(record.height))
            return SmallerSize(width: size.width, height: size.height, crops: rendition.isSquare)
        }
        let task = PictureTask(
            .shrink(record.format, to: sizes, as: format.picture), maximumBytes: limits.bytes,
            maximumMemory: limits.pictureMegabytes << 20, maximumSeconds: limits.pictureSeconds)
        guard case .shrunk = try run(task, input: input, outputs: outputs)
        else { throw EventLogError(.corrupted, "\(path) can't be made smaller: is it damaged?") }
    }
}
