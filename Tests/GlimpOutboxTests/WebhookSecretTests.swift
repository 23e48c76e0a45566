import Foundation
import Testing

@testable import GlimpOutbox

@Suite struct WebhookSecretTests {
    /// The example that the specification's own libraries are tested with.
    @Test func theSignatureIsThatOfTheSpecification() throws {
        let secret = WebhookSecret(bytes: try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")))
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(secret.text == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    }

    @Test func eachIsAnother() {
        let secrets = (0..<10).map { _ in WebhookSecret.random() }
        #expect(Set(secrets.map(\.text)).count == 10 && secrets.allSatisfy { $0.bytes.count == 32 })
    }
}
