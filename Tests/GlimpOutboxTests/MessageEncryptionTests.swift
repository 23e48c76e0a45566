import Crypto
import Foundation
import Testing

@testable import GlimpOutbox

@Suite struct MessageEncryptionTests {
    private func bytes(_ text: String) throws -> Data { try #require(Data(base64URL: text)) }

    /// RFC 8291, appendix A.
    @Test func theMessageIsThatOfTheSpecification() throws {
        let keys = try PushKeys(
            p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            auth: "BTBZMqHH6r4Tts7J_aSIgg")
        let sender = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let sealed = try MessageEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: keys, sender: sender,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Data(sealed).base64URL
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    }

    @Test func theLargestFitsAndNoTwoAreAlike() throws {
        let phone = PhoneKeys()
        let content = [UInt8](repeating: 7, count: MessageEncryption.mostContent)
        let sealed = try (0..<2).map { _ in try MessageEncryption.encrypt(content, for: try phone.keys) }
        #expect(sealed[0].count == MessageEncryption.mostBytes && sealed[0] != sealed[1])
        for one in sealed { #expect(try phone.open(one) == content) }
    }

    @Test(arguments: [("", ""), ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"), ("!", "!")])
    func whatIsNoKeyIsRefused(p256dh: String, auth: String) throws {
        let phone = PhoneKeys()
        #expect(throws: OutboxError.self) { try PushKeys(p256dh: p256dh, auth: auth) }
        #expect(throws: OutboxError.self) { try PushKeys(p256dh: phone.p256dh, auth: "BTBZMqHH6r4Tts7J_aSI") }
        // No point of the curve.
        let off = Data([4] + [UInt8](repeating: 1, count: 64)).base64URL
        #expect(throws: OutboxError.self) { try PushKeys(p256dh: off, auth: phone.auth) }
    }

    @Test func base64URLIsReadWithAndWithoutPadding() {
        for count in 0..<9 {
            let data = Data((0..<count).map { UInt8(250 + $0 % 6) })
            #expect(Data(base64URL: data.base64URL) == data)
            #expect(Data(base64URL: data.base64EncodedString()) == data)
        }
        #expect(Data(base64URL: "-_") == Data([0xFB]) && Data(base64URL: "a b") == nil)
    }
}

/// A phone: what it gives away, and what it can open (RFC 8291, from the other side).
struct PhoneKeys {
    private let key = P256.KeyAgreement.PrivateKey()
    private let secret = Data((0..<16).map { _ in UInt8.random(in: 0...255) })

    var p256dh: String { key.publicKey.x963Representation.base64URL }
    var auth: String { secret.base64URL }
    var keys: PushKeys { get throws { try PushKeys(p256dh: p256dh, auth: auth) } }

    func open(_ message: [UInt8]) throws -> [UInt8] {
        let (salt, sender, record) = (Data(message[..<16]), Data(message[21..<86]), message[86...])
        let shared = try key.sharedSecretFromKeyAgreement(with: .init(x963Representation: sender))
        let input = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret,
            sharedInfo: Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender, outputByteCount: 32)
        func derive(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: input, salt: salt, info: Data(info.utf8), outputByteCount: count)
        }
        let nonce = derive("Content-Encoding: nonce\0", 12).withUnsafeBytes { Data($0) }
        let content = try AES.GCM.open(
            .init(nonce: .init(data: nonce), ciphertext: record.dropLast(16), tag: record.suffix(16)),
            using: derive("Content-Encoding: aes128gcm\0", 16))
        return Array(content.dropLast())
    }
}
