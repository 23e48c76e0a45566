import GlimpService
import Hummingbird
import NIOCore

extension ResponseBody {
    /// A part of a content, read piece by piece as it is sent.
    init(_ content: MediaContent, _ part: Range<Int>) {
        self.init(contentLength: part.count) { writer in
            var place = part.lowerBound
            while place < part.upperBound {
                let end = min(MediaContent.pieceEnd(after: place), part.upperBound)
                try await writer.write(ByteBuffer(bytes: try await content.read(place..<end)))
                place = end
            }
            try await writer.finish(nil)
        }
    }
}
