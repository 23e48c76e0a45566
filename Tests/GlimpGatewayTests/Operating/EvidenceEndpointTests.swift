import Credentials
import EventLog
import Foundation
import GlimpService
import Testing

@testable import GlimpGateway

@Suite struct EvidenceEndpointTests {
    /// The server has no key: it tells what a signer elsewhere has published, and proofs of that.
    @Test func whatASignerPublishedIsToldAndProved() async throws {
        try await withHTTPGateway { gateway in
            let log = gateway.interface.glimp.log
            _ = try await gateway.register("ada")
            let reader = try await gateway.credentials.operators.create(name: "reader", scopes: [.read])
            let token = try await gateway.credentials.operators.makeToken(for: reader.id, label: "test").token.text
            func ask(_ path: String) async throws -> HTTPAnswer {
                try await gateway.send("GET", "/v1/log/" + path, as: token)
            }
            for path in ["checkpoint", "key", "proof/inclusion?position=1", "proof/consistency?first=0"] {
                let none = try await ask(path)
                #expect(none.status == 404 && none.code == "not_signed", "\(path): \(none.text)")
            }
            let place = FileManager.default.temporaryDirectory.appending(path: "signing-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: place) }
            let signer = try CheckpointSigner(
                directory: place.path(percentEncoded: false), origin: "example.com/glimp")
            let old = try signer.sign(log)
            for name in ["bob", "cyd"] { _ = try await gateway.register(name) }
            let signed = try signer.sign(log)
            let key = try await ask("key")
            #expect(key.text == "\(signer.verifier)\n")
            let checkpoint = try await ask("checkpoint")
            #expect(checkpoint.text == signed.note.description)
            #expect(checkpoint.header("Content-Type")?.hasPrefix("text/plain") == true)
            for query in ["position=2", "position=2&content=false"] {
                let text = try await ask("proof/inclusion?" + query).text
                guard case .inclusion(let proof) = try ProofFile(Array(text.utf8)) else {
                    Issue.record("no proof: \(text)")
                    continue
                }
                try proof.verify(signer.verifier)
                #expect((proof.content.event(at: proof.position) == nil) == query.hasSuffix("false"))
            }
            let text = try await ask("proof/consistency?first=\(old.head.size)").text
            guard case .consistency(let proof) = try ProofFile(Array(text.utf8)) else {
                Issue.record("no proof: \(text)")
                return
            }
            try proof.verify(signer.verifier, known: [old])
            for (path, status, code) in [
                ("proof/inclusion", 422, "invalid_position"), ("proof/inclusion?position=x", 422, "invalid_position"),
                ("proof/inclusion?position=0", 422, "invalid_input"),
                ("proof/inclusion?position=1&content=no", 422, "invalid_content"),
                ("proof/inclusion?position=999", 404, "not_signed"),
                ("proof/consistency", 422, "invalid_first"),
                ("proof/consistency?first=1&second=", 422, "invalid_second"),
                ("proof/consistency?first=2&second=1", 422, "invalid_input"),
                ("proof/consistency?first=1&second=999", 422, "invalid_input"),
            ] {
                let refused = try await ask(path)
                #expect(refused.status == status && refused.code == code, "\(path): \(refused.text)")
            }
            #expect(!FileManager.default.fileExists(atPath: gateway.interface.glimp.path + "/keys/signing"))
        }
    }

    /// Except what an event says: that stays for operators.
    @Test func itCanBeOpenToEverybody() async throws {
        try await withHTTPGateway({ $0.opensEvidence = true }) { gateway in
            for (path, status) in [
                ("checkpoint", 404), ("key", 404), ("proof/consistency?first=0", 404),
                ("proof/inclusion?position=1", 401),
            ] {
                let answer = try await gateway.send("GET", "/v1/log/" + path)
                #expect(answer.status == status, "\(path)")
            }
        }
    }
}
