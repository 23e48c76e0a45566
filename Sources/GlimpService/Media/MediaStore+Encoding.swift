import EventLog
import MediaWork

extension MediaStore {
    /// Has pixels that this program made written as a picture, in a process of its own like all that libvips does.
    /// - Parameter pixels: three bytes each (red, green, blue in sRGB), row by row from the top.
    /// - Returns: the picture's bytes, as anybody could upload them.
    /// - Throws: ``MediaError`` when it is larger than an upload may be; ``EventLogError``, `busy` when too many are
    ///   waiting.
    package func encode(
        _ pixels: [UInt8], width: Int, height: Int, as format: PictureFormat
    ) async throws -> [UInt8] {
        guard width * height <= limits.pixels else { throw limits.tooManyPixels }
        return try await workers.run(for: nil) { [limits] worker in
            let (drawn, made) = (try NamelessFile(), try NamelessFile())
            try FileBytes.write(pixels, to: drawn.descriptor, "a picture")
            try worker.encode(drawn, width, height, format, as: made, limits)
            return try FileBytes.read(made.descriptor, 0, made.size, "a picture")
        }
    }
}

extension MediaWorker {
    fileprivate func encode(
        _ pixels: NamelessFile, _ width: Int, _ height: Int, _ format: PictureFormat, as made: NamelessFile,
        _ limits: MediaLimits
    ) throws {
        let task = MediaTask(
            .picture(.encode(width: width, height: height, as: format)), maximumBytes: limits.bytes,
            maximumMemory: limits.pictureMegabytes << 20, maximumSeconds: limits.pictureSeconds)
        switch try run(task, input: pixels.descriptor, files: [made.descriptor]) {
        case .made where (1...limits.bytes).contains(made.size): return
        case .refused(.tooLarge): throw limits.tooLarge(.picture(format))
        case .refused(.unsupported): throw MediaError.unsupported
        default: throw MediaError.damaged
        }
    }
}
