import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Call {
    /// What a client may take to send a body that fits in memory.
    private static var patience: Duration { .seconds(30) }

    /// The whole body.
    /// - Throws: 413 when it is larger than `limit`, before it is read where its length is said; 408 when it takes too
    ///   long; 400 when it ends early or is no HTTP.
    func body(upTo limit: Int) async throws -> [UInt8] {
        let tooLarge = Problem(.contentTooLarge, "too_large", "The body has more than \(limit) bytes.")
        if let said = request.headers[.contentLength].flatMap({ Int($0) }), said > limit { throw tooLarge }
        do {
            return Array(try await collected(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch let error where error is Problem || error is CancellationError {
            throw error
        } catch {
            // The connection's own error: what was sent is at fault, or its end came early.
            throw Problem(.badRequest, "malformed", "The body ended early, or is no well-formed HTTP.")
        }
    }

    private func collected(upTo limit: Int) async throws -> ByteBuffer {
        try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
            group.addTask { try await request.body.collect(upTo: limit) }
            group.addTask {
                try await Task.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let buffer = try await group.next() ?? nil else {
                throw Problem(.requestTimeout, "timeout", "The body took longer than \(Self.patience).")
            }
            return buffer
        }
    }

    /// The body as JSON. A field that it does not have is let pass; one that is missing is an error.
    /// - Throws: 400 `malformed`, 413, 415.
    func json<Value: Decodable>(_ type: Value.Type, upTo limit: Int) async throws -> Value {
        try requireJSON()
        let bytes = try await body(upTo: limit)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem(.badRequest, "malformed", "The body is not what it should be: \(error.whatIsWrong)")
        }
    }

    /// - Throws: 415 unless the body is said to be JSON; without a word of it, it is taken for JSON.
    func requireJSON() throws(Problem) {
        guard let type = request.headers[.contentType] else { return }
        let essence = type.prefix { $0 != ";" }.lowercased()
        guard essence.trimmed == "application/json" else {
            throw Problem(.unsupportedMediaType, "unsupported_media_type", "The body must be application/json.")
        }
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}

extension DecodingError {
    /// Where and what, without what the body said.
    fileprivate var whatIsWrong: String {
        switch self {
        case .keyNotFound(let key, _): "`\(key.stringValue)` is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? "it is no JSON object"
                : "`\(context.codingPath.map(\.stringValue).joined(separator: "."))` has another type"
        default: "it is no JSON"
        }
    }
}
