import Crypto
import Foundation
import Testing

@testable import Credentials

@Suite struct TokenTests {
    @Test func whatIsWrittenIsReadBack() throws {
        for _ in 0..<200 {
            let secret = (0..<48).map { _ in UInt8.random(in: 0 ... .max) }
            let access = AccessToken(secret: Array(secret.prefix(32)))
            #expect(try AccessToken(access.text) == access)
            let refresh = RefreshToken(family: Array(secret.prefix(16)), changing: Array(secret.suffix(32)))
            #expect(try RefreshToken(refresh.text) == refresh)
            #expect(try OperatorToken(OperatorToken(secret: access.secret).text).secret == access.secret)
        }
        let one = AccessToken(secret: Array(repeating: 0xFB, count: 32))
        #expect(one.text == "ga_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s")
    }

    @Test(arguments: [
        "", "ga_", "ga_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_t", "ga_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_",
        "ga_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_sA", "gr_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s",
        "ga_+/v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s", "ga_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_=",
        "ga_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7 _s", "ga_-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7é_s",
    ])
    func whatIsNoTokenIsRefused(_ text: String) async {
        await expectFailure(.invalidCredentials) { try AccessToken(text) }
    }

    /// Printing, interpolating and dumping, alone and as part of something.
    @Test func secretsAreNotPrinted() throws {
        let access = AccessToken(secret: Array(repeating: 0xAB, count: 32))
        let refresh = RefreshToken(
            family: Array(repeating: 0xAB, count: 16), changing: [UInt8](repeating: 0xAB, count: 32))
        let address = try #require(ClientAddress("192.0.2.171"))
        let secrets: [any Redacted] = [
            access, refresh, OperatorToken(secret: access.secret), Password("open sesame"), address,
            LogIn(
                name: "ada-secret", person: nil, password: Password("open sesame"), address: address, label: "sesame"),
        ]
        let grant = SessionGrant(
            session: SessionID(UUID(bytes: [UInt8](repeating: 0, count: 16))), accessToken: access,
            refreshToken: refresh, expiresIn: .seconds(1),
            refreshExpiresIn: .seconds(1))
        for secret in secrets {
            #expect("\(secret)".hasSuffix("(redacted)"))
            #expect(shown(secret).allSatisfy { !tells($0) }, "\(secret)")
            #expect(shown([secret]).allSatisfy { !tells($0) })
            #expect(shown(Optional(secret) as Any).allSatisfy { !tells($0) })
        }
        #expect(shown(grant).allSatisfy { !tells($0) })
    }

    private func shown(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    private func tells(_ text: String) -> Bool {
        ["171", "ab", "q6u", "sesame", "secret", "192"].contains { text.lowercased().contains($0) }
    }
}
