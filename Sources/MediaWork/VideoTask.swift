/// What `glimp-video-worker` is to do with one video: make of an upload what is kept of it.
package struct VideoTask: Hashable, Sendable {
    /// Frames and pieces of sound of all streams: two and a half hours with sixty frames a second. Each takes the worker
    /// a microsecond or more, however small it is.
    package static let mostSamples = 1_000_000

    package let format: VideoFormat
    package let maximumPixels: Int

    package init(_ format: VideoFormat, maximumPixels: Int) {
        self.format = format
        self.maximumPixels = maximumPixels
    }

    /// As they stand in the worker's arguments.
    var words: [String] { ["copy", format.rawValue, String(maximumPixels)] }

    init?(words: [String]) {
        guard words.count == 3, words[0] == "copy", let format = VideoFormat(rawValue: words[1]),
            let maximumPixels = Int(words[2])
        else { return nil }
        self.init(format, maximumPixels: maximumPixels)
    }
}
