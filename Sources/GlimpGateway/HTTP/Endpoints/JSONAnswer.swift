import Crypto
import EventLog
import HTTPTypes
import Hummingbird
import NIOCore

/// JSON as it goes out. Equal answers are equal bytes and have equal ETags: see ``JSONWriter``.
enum JSONAnswer {
    static func response(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        response(bytes: try JSONWriter.bytes(of: value), status: status)
    }

    static func response(bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The answer of a read: says the position it is true for, and has an ETag of its content, which `If-None-Match`
    /// turns into 304.
    static func read(_ value: some Encodable, at position: Position, for request: Request) throws -> Response {
        let bytes = try JSONWriter.bytes(of: value)
        // A weak one: the same content at another position is the same.
        let tag = "W/\"" + hexadecimal(SHA256.hash(data: bytes).prefix(12)) + "\""
        var response = response(bytes: bytes)
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag.dropFirst(2)) {
            response = Response(status: .notModified)
        }
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "private, no-cache"
        response.headers[.glimpPosition] = String(position.rawValue)
        return response
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
