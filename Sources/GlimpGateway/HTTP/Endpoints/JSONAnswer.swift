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
        let tag = "W/\"" + hexadecimal(Array(SHA256.hash(data: bytes).prefix(12))) + "\""
        var response = response(bytes: bytes)
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag.dropFirst(2)) {
            response = Response(status: .notModified)
        }
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = "private, no-cache"
        response.headers[.glimpPosition] = String(position.rawValue)
        return response
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (place, byte) in bytes.enumerated() {
                text[2 * place] = digit(byte >> 4)
                text[2 * place + 1] = digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
