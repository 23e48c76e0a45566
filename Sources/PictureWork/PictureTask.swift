/// What `glimp-media-worker` is to do with one picture, and `glimp-video-worker` with one video: read it from descriptor 0, write what it makes to
/// ``firstOutput`` and the descriptors after it, say what it did on descriptor 1 as a ``PictureReport``.
package struct PictureTask: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Make of an upload what is kept of it.
        case keep(PictureFormat, Crop, maximumPixels: Int)
        /// Make of an upload what is kept of it, a video.
        case copy(VideoFormat, maximumPixels: Int)
        /// Make smaller ones of a picture that is kept, each to a descriptor of its own, in this order.
        case shrink(PictureFormat, to: [SmallerSize], as: PictureFormat)
        /// Write pixels, three bytes each (red, green, blue in sRGB), row by row from the top, as a picture.
        case encode(width: Int, height: Int, as: PictureFormat)
    }

    package static let firstOutput: Int32 = 3

    package let kind: Kind
    /// Of each that is made.
    package let maximumBytes: Int
    /// Of address space, which bounds the memory.
    package let maximumMemory: Int
    /// After which the worker ends by itself, should nobody be left to end it.
    package let maximumSeconds: Int

    package init(_ kind: Kind, maximumBytes: Int, maximumMemory: Int, maximumSeconds: Int) {
        self.kind = kind
        self.maximumBytes = maximumBytes
        self.maximumMemory = maximumMemory
        self.maximumSeconds = maximumSeconds
    }
}

extension PictureTask {
    /// How many pictures are made.
    package var outputs: Int {
        switch kind {
        case .keep, .copy, .encode: 1
        case .shrink(_, let sizes, _): sizes.count
        }
    }

    /// The worker's arguments.
    package var arguments: [String] {
        [maximumBytes, maximumMemory, maximumSeconds].map(String.init)
            + {
                switch kind {
                case .keep(let format, let crop, let maximumPixels):
                    ["keep", format.name, crop.description, String(maximumPixels)]
                case .copy(let format, let maximumPixels): ["copy", format.rawValue, String(maximumPixels)]
                case .shrink(let kept, let sizes, let format):
                    ["shrink", kept.name, format.name] + sizes.map(\.description)
                case .encode(let width, let height, let format):
                    ["encode", String(width), String(height), format.name]
                }
            }()
    }

    package init?(arguments: [String]) {
        guard arguments.count >= 4, let maximumBytes = Int(arguments[0]), let maximumMemory = Int(arguments[1]),
            let maximumSeconds = Int(arguments[2]), let kind = Kind(arguments: Array(arguments[3...]))
        else { return nil }
        self.init(
            kind, maximumBytes: maximumBytes, maximumMemory: maximumMemory, maximumSeconds: maximumSeconds)
    }
}

extension PictureTask.Kind {
    /// Of pixels that are to be written: what a JPEG can have at most.
    package static let longestSide = 65_535

    fileprivate init?(arguments: [String]) {
        switch (arguments[0], arguments.count) {
        case ("keep", 4):
            guard let format = PictureFormat(name: arguments[1]), let crop = Crop(arguments[2]),
                let maximumPixels = Int(arguments[3])
            else { return nil }
            self = .keep(format, crop, maximumPixels: maximumPixels)
        case ("copy", 3):
            guard let format = VideoFormat(rawValue: arguments[1]), let maximumPixels = Int(arguments[2]) else {
                return nil
            }
            self = .copy(format, maximumPixels: maximumPixels)
        case ("shrink", 4...):
            let sizes = arguments[3...].compactMap { SmallerSize($0) }
            guard let kept = PictureFormat(name: arguments[1]), let format = PictureFormat(name: arguments[2]),
                sizes.count == arguments.count - 3
            else { return nil }
            self = .shrink(kept, to: sizes, as: format)
        case ("encode", 4):
            guard let width = Int(arguments[1]), let height = Int(arguments[2]),
                let format = PictureFormat(name: arguments[3]), (1...Self.longestSide).contains(width),
                (1...Self.longestSide).contains(height)
            else { return nil }
            self = .encode(width: width, height: height, as: format)
        default: return nil
        }
    }
}
