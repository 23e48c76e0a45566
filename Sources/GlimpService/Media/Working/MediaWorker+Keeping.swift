import EventLog
import MediaWork

extension MediaWorker {
    /// Makes of an upload what is kept of it.
    /// - Throws: ``MediaError``; ``EventLogError`` when it is not the picture's fault.
    func keep(
        _ incoming: IncomingFile, _ format: MediaFormat, _ crop: Crop, as kept: NamelessFile, _ limits: MediaLimits
    ) throws -> MediaReport.Made {
        let task =
            switch format {
            case .picture(let format):
                MediaTask(
                    .picture(.keep(format, crop, maximumPixels: limits.pixels)), maximumBytes: limits.bytes,
                    maximumMemory: limits.pictureMegabytes << 20, maximumSeconds: limits.pictureSeconds)
            case .video(let format):
                MediaTask(
                    .video(VideoTask(format, maximumPixels: limits.pixels)), maximumBytes: limits.videoBytes,
                    maximumMemory: limits.videoMegabytes << 20, maximumSeconds: limits.videoSeconds)
            }
        switch try run(task, input: incoming.descriptor, files: [kept.descriptor]) {
        case .refused(.tooManyPixels): throw limits.tooManyPixels
        case .refused(.tooLarge): throw limits.tooLarge(format)
        case .refused(.unsupported): throw MediaError.unsupported
        case .refused(.cropOutside): throw MediaError.invalidCrop
        case .refused(.tooManyParts): throw format.tooManyParts
        case nil, .shrunk, .seen, .refused(.damaged): throw MediaError.damaged
        case .made(let made):
            guard (1...task.maximumBytes).contains(kept.size), made.box.map({ $0.isAll(of: made) }) ?? true,
                (made.milliseconds != nil) == format.isVideo
            else { throw MediaError.damaged }
            return made
        }
    }
}

extension MediaFormat {
    /// Small perhaps, and more work than is taken.
    fileprivate var tooManyParts: MediaError {
        let what =
            isVideo
            ? "video has more than \(VideoTask.mostSamples) frames and pieces of sound"
            : "picture has more than \(PNGTexts.most) bytes of compressed text, or \(PNGTexts.mostChunks) parts"
        return MediaError(.tooLarge, "The \(what).")
    }
}

extension CropBox {
    /// Whether a picture that was cut to it has this size.
    fileprivate func isAll(of made: MediaReport.Made) -> Bool { size == made.width && size == made.height }
}
