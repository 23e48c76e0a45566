import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

extension Call {
    /// The whole body.
    /// - Throws: 413 when it is larger than is taken, before it is read where its length is said; 408 when it takes too
    ///   long; 400 when it ends early or is no HTTP.
    func body(_ limits: GatewayConfiguration) async throws -> [UInt8] {
        let most = limits.bodyBytes
        let tooLarge = Problem("too_large", "The body has more than \(most) bytes.")
        if let said = request.headers[.contentLength].flatMap({ Int($0) }), said > most { throw tooLarge }
        do {
            return try await limits.patienceForBody.read(self) { pieces in
                Array(try await pieces.collect(upTo: most).readableBytesView)
            }
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch let error where error is Problem || error is CancellationError {
            throw error
        } catch {
            throw Problem.brokenBody
        }
    }

    /// The body as JSON. A field that it does not have is let pass; one that is missing is an error.
    /// - Throws: 400 `malformed`, 413, 415.
    func json<Value: Decodable>(_ type: Value.Type, _ limits: GatewayConfiguration) async throws -> Value {
        let bytes = try await jsonText(limits)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw Problem("malformed", "The body is not what it should be: \(error.whatIsWrong)")
        }
    }

    /// The body as the text of JSON.
    /// - Throws: 400 `malformed`, 413, 415.
    func jsonText(_ limits: GatewayConfiguration) async throws -> [UInt8] {
        try requireJSON()
        let bytes = try await body(limits)
        if !bytes.isEmpty { try UniqueKeys.require(in: bytes) }
        return bytes
    }

    /// - Throws: 415 unless the body is said to be JSON; without a word of it, it is taken for JSON.
    private func requireJSON() throws(Problem) {
        guard let type = request.headers[.contentType] else { return }
        let essence = type.prefix { $0 != ";" }.lowercased()
        guard essence.trimmed == "application/json" else {
            throw Problem("unsupported_media_type", "The body must be application/json.")
        }
    }
}

extension Problem {
    /// The connection's own error: what was sent is at fault, or its end came early.
    static let brokenBody = Problem("malformed", "The body ended early, or is no well-formed HTTP.")
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
