import FoundationEssentials
import HTTPTypes
import Hummingbird

/// What went wrong, as RFC 9457 problem details: a stable code for programs, a sentence for people.
struct Problem: Error, Sendable {
    let status: HTTPResponse.Status
    /// Stable, `snake_case`.
    let code: String
    /// What, where, and what to do. Says nothing secret.
    let detail: String
    /// The ids of what stood in the way.
    var subjects: [String] = []
    /// Seconds until trying again may help.
    var retryAfter: Int?
    /// The position that the answer would have been true for.
    var position: UInt64?
    /// The methods there are instead.
    var allowed: [HTTPRequest.Method] = []
    /// The length of the content that a range lies beyond.
    var length: Int?

    /// With the status of its code.
    init(_ code: String, _ detail: String) { self.init(RefusalStatus.of(code), code, detail) }

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }
}

extension Problem: HTTPResponseError {
    private struct Body: Encodable {
        /// A URI that names the kind of problem (RFC 9457, section 3.1.1): nothing is to be found there.
        var type: String
        var title: String
        var status: Int
        var detail: String
        var code: String
        var subjects: [String]?
        var retryAfter: Int?
        var position: UInt64?
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        let body = Body(
            type: "urn:glimp:problem:\(code)", title: status.reasonPhrase, status: status.code, detail: detail,
            code: code, subjects: subjects.isEmpty ? nil : subjects, retryAfter: retryAfter, position: position)
        var response = try JSONAnswer.response(body, status: status)
        response.headers[.contentType] = "application/problem+json"
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        if !allowed.isEmpty { response.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ") }
        if let length { response.headers[.contentRange] = "bytes */\(length)" }
        if status == .unauthorized { response.headers[.wwwAuthenticate] = #"Bearer realm="glimp""# }
        return response
    }
}
