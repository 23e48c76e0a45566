import GlimpService
import Hummingbird
import Logging
import NIOCore

extension ResponseBody {
    /// A part of a content, read piece by piece as it is sent.
    /// - Parameter logger: told what can't be read: the answer has begun, and can only break off.
    init(_ content: MediaContent, _ part: Range<Int>, _ logger: Logger) {
        self.init(contentLength: part.count) { writer in
            var place = part.lowerBound
            while place < part.upperBound {
                let end = min(MediaContent.pieceEnd(after: place), part.upperBound)
                let bytes: [UInt8]
                do {
                    bytes = try await content.read(place..<end)
                } catch {
                    logger.error("an answer breaks off: \(error)")
                    throw error
                }
                try await writer.write(ByteBuffer(bytes: bytes))
                place = end
            }
            try await writer.finish(nil)
        }
    }
}
