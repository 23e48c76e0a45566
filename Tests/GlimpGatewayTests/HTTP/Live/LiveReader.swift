import Foundation

@testable import GlimpGateway

/// A reader of `GET /v1/stream` that reads only when a test says so.
struct LiveReader: Sendable {
    let connection: OpenConnection

    struct Message {
        let id: Int
        let json: JSONValue
    }

    /// - Parameter position: of the last message before; nil: from now on.
    init(_ gateway: HTTPGateway, as token: String, after position: Int? = nil, receiveBuffer: CInt? = nil) throws {
        connection = try OpenConnection(port: gateway.port, receiveBuffer: receiveBuffer)
        let resume = position.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        connection.send("GET /v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\(resume)\r\n")
    }

    /// The status, once the head is there; nil: it did not come.
    func status() async -> Int? {
        guard await connection.read(until: { $0.text.contains("\r\n\r\n") }) else { return nil }
        return connection.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }

    /// Reads until `condition` holds, or the stream ends.
    /// - Returns: whether it holds.
    func read(
        within time: Duration = .seconds(20), until condition: @escaping @Sendable (LiveReader) -> Bool
    ) async -> Bool {
        await connection.read(within: time) { _ in condition(self) }
    }

    /// The messages that are there, whole.
    var messages: [Message] {
        blocks.compactMap { block in
            var fields: [Substring: Substring] = [:]
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2 { fields[parts[0]] = parts[1].dropFirst() }
            }
            guard let id = fields["id"].flatMap({ Int($0) }), let data = fields["data"],
                let json = try? JSONDecoder().decode(JSONValue.self, from: Data(data.utf8))
            else { return nil }
            return Message(id: id, json: json)
        }
    }

    /// How often the stream said no more than that it lives.
    var heartbeats: Int { blocks.count { $0 == ": " } }

    /// Whether it came to an orderly end.
    var isFinished: Bool { content.isFinished }

    private var blocks: [Substring] {
        // What follows the last empty line is not whole yet.
        content.text.split(separator: "\n\n", omittingEmptySubsequences: false).dropLast()
    }

    /// The body, its chunks put together (RFC 9112, section 7.1).
    private var content: (text: String, isFinished: Bool) {
        var rest = connection.text[...]
        var text = ""
        guard let head = rest.range(of: "\r\n\r\n") else { return (text, false) }
        rest = rest[head.upperBound...]
        while let line = rest.range(of: "\r\n") {
            guard let count = Int(rest[..<line.lowerBound], radix: 16) else { break }
            if count == 0 { return (text, true) }
            let bytes = rest[line.upperBound...].utf8
            guard bytes.count >= count + 2 else { break }
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
            rest = Substring(bytes.dropFirst(count + 2))
        }
        return (text, false)
    }
}
