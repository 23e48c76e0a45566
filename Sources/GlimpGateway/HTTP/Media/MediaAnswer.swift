import GlimpService
import HTTPTypes
import Hummingbird
import Logging

/// The answer to somebody who may see a photo: what is asked for of it (RFC 9110, sections 13 and 14).
struct MediaAnswer {
    private let request: Request
    private let varies: Bool
    private let content: MediaContent
    /// A strong one: the same bytes, always. A smaller size that is made anew has other bytes, and another tag.
    private let tag: String
    private let logger: Logger

    /// - Parameters:
    ///   - name: of what is answered with.
    ///   - varies: whether it depends on what the caller accepts.
    ///   - content: opened before anything is said: what can't be read is an error, not a body cut short.
    init(_ name: String, varies: Bool = false, _ content: MediaContent, to request: Request, _ logger: Logger) {
        tag = "\"\(name).\(content.mark ?? "")\""
        self.varies = varies
        self.content = content
        self.request = request
        self.logger = logger
    }

    func response() async throws -> Response {
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "private, no-cache", .acceptRanges: "bytes",
        ]
        if varies { headers[.vary] = "Accept" }
        if let known = request.headers[.ifNoneMatch], known == "*" || known.contains(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = content.mime
        let length = content.bytes
        // Ranges are of GET only.
        guard request.method != .head else {
            headers[.contentLength] = String(length)
            return Response(status: .ok, headers: headers)
        }
        switch range(of: length) {
        case .whole:
            return try await response(.ok, headers, 0..<length)
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
            return try await response(.partialContent, headers, part)
        case .unsatisfiable:
            var problem = Problem("range_not_satisfiable", "The range lies beyond the end.")
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
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ part: Range<Int>
    ) async throws -> Response {
        try await content.readAhead(of: part)
        return Response(status: status, headers: headers, body: ResponseBody(content, part, logger))
    }
}
