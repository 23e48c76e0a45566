import Crypto
import EventLog
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// JSON as it goes out: keys sorted, so that equal answers are equal bytes and have equal ETags.
enum JSONAnswer {
    static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        response(bytes: try encode(value), status: status)
    }

    static func response(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The answer of a read: says the position it is true for, and has an ETag of its content, which `If-None-Match`
    /// turns into 304.
    static func read(_ value: some Encodable, at position: Position, for request: Request) throws -> Response {
        let bytes = try encode(value)
        // A weak one: the same content at another position is the same.
        let tag = "W/\"" + SHA256.hash(data: bytes).prefix(12).map { Self.hexadecimal($0) }.joined() + "\""
        var response = response(bytes: bytes)
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag.dropFirst(2)) {
            response = Response(status: .notModified)
        }
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "private, no-cache"
        response.headers[.glimpPosition] = String(position.rawValue)
        return response
    }

    private static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }
}
