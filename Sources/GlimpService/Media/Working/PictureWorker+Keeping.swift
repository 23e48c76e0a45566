import EventLog
import PictureWork

extension PictureWorker {
    /// Makes of an upload what is kept of it.
    /// - Throws: ``MediaError``; ``EventLogError`` when it is not the picture's fault.
    func keep(
        _ incoming: IncomingFile, _ format: MediaFormat, _ crop: Crop, as kept: MemoryFile, _ limits: MediaLimits
    ) throws -> PictureReport.Made {
        let task =
            switch format {
            case .picture(let format):
                PictureTask(
                    .keep(format, crop, maximumPixels: limits.pixels), maximumBytes: limits.bytes,
                    maximumMemory: limits.pictureMegabytes << 20, maximumSeconds: limits.pictureSeconds)
            case .video(let format):
                PictureTask(
                    .copy(format, maximumPixels: limits.pixels), maximumBytes: limits.videoBytes,
                    maximumMemory: limits.videoMegabytes << 20, maximumSeconds: limits.videoSeconds)
            }
        switch try run(task, input: incoming.descriptor, outputs: [kept.descriptor]) {
        case .refused(.tooManyPixels): throw limits.tooManyPixels
        case .refused(.tooLarge): throw limits.tooLarge(format)
        case .refused(.unsupported): throw MediaError.unsupported
        case .refused(.cropOutside): throw MediaError.invalidCrop
        case nil, .shrunk, .refused(.damaged): throw MediaError.damaged
        case .made(let made):
            guard (1...task.maximumBytes).contains(kept.size), made.box.map({ $0.isAll(of: made) }) ?? true,
                (made.milliseconds != nil) == format.isVideo
            else { throw MediaError.damaged }
            return made
        }
    }
}

extension CropBox {
    /// Whether a picture that was cut to it has this size.
    fileprivate func isAll(of made: PictureReport.Made) -> Bool { size == made.width && size == made.height }
}
