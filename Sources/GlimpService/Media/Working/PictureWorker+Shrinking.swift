import EventLog
import Glibc
import PictureWork

extension PictureWorker {
    /// Makes a rendition of a picture that is kept.
    /// - Throws: ``EventLogError``: `corrupted` when the kept picture can't be read.
    func shrink(
        _ record: MediaRecord, _ name: RenditionName, from files: MediaFiles, to output: Int32, _ limits: MediaLimits
    ) throws(EventLogError) {
        let path = files.file(record.media)
        let input = open(path, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw FileSystem.failure("open", path) }
        defer { close(input) }
        var status = stat()
        guard fstat(input, &status) == 0, status.st_size == off_t(record.bytes) else {
            throw EventLogError(.corrupted, "\(path) is cut short: restore media/")
        }
        let size = name.rendition.size(width: Int(record.width), height: Int(record.height))
        let task = PictureTask(
            .shrink(width: size.width, height: size.height, crops: name.rendition.isSquare, name.format.picture),
            maximumBytes: limits.bytes, maximumMemory: limits.pictureMegabytes << 20,
            maximumSeconds: limits.pictureSeconds)
        guard case .made(let made) = try run(task, input: input, output: output), made.width == size.width,
            made.height == size.height
        else { throw EventLogError(.corrupted, "\(path) can't be made smaller: is it damaged?") }
    }
}
