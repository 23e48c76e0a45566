/// What `glimp-media-worker` is to do with one picture.
package enum PictureTask: Hashable, Sendable {
    /// Make of an upload what is kept of it.
    case keep(PictureFormat, Crop, maximumPixels: Int)
    /// Make smaller ones of a picture that is kept, each to a file of its own, in this order.
    case shrink(PictureFormat, to: [SmallerSize], as: PictureFormat)
    /// Write pixels, three bytes each (red, green, blue in sRGB), row by row from the top, as a picture.
    case encode(width: Int, height: Int, as: PictureFormat)
    /// Decode as many pictures, each in a file of its own, and say what they measure.
    case examine(PictureFormat, count: Int)

    /// Of pixels that are to be written: what a JPEG can have at most.
    package static let longestSide = 65_535
    /// That are examined at once: one report has room for them.
    package static let mostExamined = Rendition.allCases.count
}

extension PictureTask {
    /// How many files it makes, or examines.
    package var files: Int {
        switch self {
        case .keep, .encode: 1
        case .shrink(_, let sizes, _): sizes.count
        case .examine(_, let count): count
        }
    }

    /// As they stand in the worker's arguments.
    var words: [String] {
        switch self {
        case .keep(let format, let crop, let maximumPixels):
            ["keep", format.name, crop.description, String(maximumPixels)]
        case .shrink(let kept, let sizes, let format): ["shrink", kept.name, format.name] + sizes.map(\.description)
        case .encode(let width, let height, let format): ["encode", String(width), String(height), format.name]
        case .examine(let format, let count): ["examine", format.name, String(count)]
        }
    }

    init?(words: [String]) {
        switch (words[0], words.count) {
        case ("keep", 4):
            guard let format = PictureFormat(name: words[1]), let crop = Crop(words[2]),
                let maximumPixels = Int(words[3])
            else { return nil }
            self = .keep(format, crop, maximumPixels: maximumPixels)
        case ("shrink", 4...):
            let sizes = words[3...].compactMap { SmallerSize($0) }
            guard let kept = PictureFormat(name: words[1]), let format = PictureFormat(name: words[2]),
                sizes.count == words.count - 3
            else { return nil }
            self = .shrink(kept, to: sizes, as: format)
        case ("encode", 4):
            guard let width = Int(words[1]), let height = Int(words[2]), let format = PictureFormat(name: words[3]),
                (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height)
            else { return nil }
            self = .encode(width: width, height: height, as: format)
        case ("examine", 3):
            guard let format = PictureFormat(name: words[1]), let count = Int(words[2]),
                (1...Self.mostExamined).contains(count)
            else { return nil }
            self = .examine(format, count: count)
        default: return nil
        }
    }
}
