/// What a worker is to do with one picture or one video: read it from descriptor 0, find the files that it writes at
/// ``firstFile`` and the descriptors after it, say what it did on descriptor 1 as a ``MediaReport``.
package struct MediaTask: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// For `glimp-media-worker`.
        case picture(PictureTask)
        /// For `glimp-video-worker`.
        case video(VideoTask)
    }

    package static let firstFile: Int32 = 3

    package let kind: Kind
    /// Of each file that is made.
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

extension MediaTask {
    /// How many files it has from ``firstFile`` on.
    package var files: Int {
        switch kind {
        case .picture(let task): task.files
        case .video: 1
        }
    }

    /// The worker's arguments.
    package var arguments: [String] {
        let words =
            switch kind {
            case .picture(let task): task.words
            case .video(let task): task.words
            }
        return [maximumBytes, maximumMemory, maximumSeconds].map(String.init) + words
    }

    package init?(arguments: [String]) {
        guard arguments.count >= 4, let maximumBytes = Int(arguments[0]), let maximumMemory = Int(arguments[1]),
            let maximumSeconds = Int(arguments[2])
        else { return nil }
        let words = Array(arguments[3...])
        let kind: Kind
        if let task = PictureTask(words: words) {
            kind = .picture(task)
        } else if let task = VideoTask(words: words) {
            kind = .video(task)
        } else {
            return nil
        }
        self.init(kind, maximumBytes: maximumBytes, maximumMemory: maximumMemory, maximumSeconds: maximumSeconds)
    }
}
