import GlimpService
import HTTPTypes
import Hummingbird
import NIOCore

/// The answer to somebody who may see an upload: what is asked for of it (RFC 9110, sections 13 and 14).
struct MediaAnswer {
    /// What is read and sent at once.
    private static let pieceBytes = 64 << 10

    private let record: MediaRecord
    private let request: Request
    private let tag: String

    init(_ record: MediaRecord, to request: Request) {
        self.record = record
        self.request = request
        // A strong one: the same bytes, always.
        tag = "\"" + record.sha256.prefix(16).map { Self.hexadecimal($0) }.joined() + "\""
    }

    func response(from store: MediaStore) async throws -> Response {
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "private, no-cache", .acceptRanges: "bytes",
        ]
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = record.mime
        let length = Int(record.bytes)
        // Ranges are of GET only.
        guard request.method != .head else {
            headers[.contentLength] = String(length)
            return Response(status: .ok, headers: headers)
        }
        switch range(of: length) {
        case .whole:
            return try await response(.ok, headers, 0..<length, store)
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
            return try await response(.partialContent, headers, part, store)
        case .unsatisfiable:
            var problem = Problem(.rangeNotSatisfiable, "range_not_satisfiable", "The range lies beyond the end.")
            problem.length = length
            throw problem
        }
    }

    /// What is asked for; with an `If-Range` that is of other bytes, all.
    private func range(of length: Int) -> ByteRange {
        if let condition = request.headers[.ifRange], condition != tag { return .whole }
        return ByteRange(request.headers[.range], of: length)
    }

    private func response(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ part: Range<Int>, _ store: MediaStore
    ) async throws -> Response {
        // Opened before anything is said: what can't be read is an error, not a body cut short.
        let content = try await store.content(of: record)
        let body = ResponseBody(contentLength: part.count) { writer in
            var place = part.lowerBound
            while place < part.upperBound {
                let end = min(place + Self.pieceBytes, part.upperBound)
                try await writer.write(ByteBuffer(bytes: try await content.read(place..<end)))
                place = end
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: headers, body: body)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
}
