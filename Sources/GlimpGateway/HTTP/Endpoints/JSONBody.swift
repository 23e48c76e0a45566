import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Call {
    /// The whole body.
    /// - Throws: 413 when it is larger than `limit`.
    func body(upTo limit: Int) async throws -> [UInt8] {
        do {
            let buffer = try await request.body.collect(upTo: limit)
            return Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "too_large", "The body has more than \(limit) bytes.")
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
