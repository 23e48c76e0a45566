/// What `glimp-media-worker` is to do with one picture: read it from descriptor 0, write what it makes to
/// ``outputDescriptor``, say what it did on descriptor 1 as a ``PictureReport``.
package struct PictureTask: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Make of an upload what is kept of it.
        case keep(PictureFormat, Crop, maximumPixels: Int)
        /// Make a smaller one of a picture that is kept.
        case shrink(width: Int, height: Int, crops: Bool, PictureFormat)
    }

    package static let outputDescriptor: Int32 = 3

    package let kind: Kind
    /// Of what is made.
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
    /// The worker's arguments.
    package var arguments: [String] {
        [maximumBytes, maximumMemory, maximumSeconds].map(String.init)
            + {
                switch kind {
                case .keep(let format, let crop, let maximumPixels):
                    ["keep", format.name, crop.description, String(maximumPixels)]
                case .shrink(let width, let height, let crops, let format):
                    ["shrink", String(width), String(height), crops ? "crop" : "fit", format.name]
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
    fileprivate init?(arguments: [String]) {
        switch (arguments[0], arguments.count) {
        case ("keep", 4):
            guard let format = PictureFormat(name: arguments[1]), let crop = Crop(arguments[2]),
                let maximumPixels = Int(arguments[3])
            else { return nil }
            self = .keep(format, crop, maximumPixels: maximumPixels)
        case ("shrink", 5):
            guard let width = Int(arguments[1]), let height = Int(arguments[2]),
                let format = PictureFormat(name: arguments[4])
            else { return nil }
            self = .shrink(width: width, height: height, crops: arguments[3] == "crop", format)
        default: return nil
        }
    }
}
