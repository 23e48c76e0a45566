import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Call {
    /// Tells a caller who waits for it that the body may come: 100 (RFC 9110, section 10.1.1). What is refused before has
    /// its final status instead, and nothing of the body is sent.
    func askForBody() async throws {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return }
        try await context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
    }
}
