import Foundation
import Testing

@testable import GlimpGateway

@Suite struct ExportEndpointTests {
    @Test func onesOwnArchiveComesWholeAndAgain() async throws {
        try await withHTTPGateway { gateway in
            let ada = try await gateway.register("ada")
            let media = try await gateway.upload(MediaWorld.picture(), as: ada)
            let position = try await gateway.command("ChangeDisplayName", #"{"displayName":"Countess"}"#, as: ada)
            // The place of the one before is free again.
            for _ in 0..<3 {
                let answer = try await gateway.send(
                    "GET", "/v1/me/export", as: ada, headers: ["Glimp-Wait-For": "\(position)"])
                #expect(answer.status == 200 && answer.header("Content-Type") == "application/x-tar")
                #expect(answer.header("Cache-Control") == "private, no-store")
                #expect(answer.header("Glimp-Position") == "\(position)")
                #expect(answer.bytes.count.isMultiple(of: 512))
                for part in ["README.txt", "Countess", "photos/\(media).png", "manifest.json"] {
                    #expect(answer.text.contains(part), "\(part)")
                }
                #expect(!answer.text.contains(ada))
                let photo = try await gateway.send("GET", "/v1/media/\(media)", as: ada)
                #expect(Data(answer.bytes).range(of: Data(photo.bytes)) != nil)
            }
        }
    }

    @Test func thereAreOnlySoManyAtOnce() async throws {
        try await withHTTPGateway({ $0.exports = 0 }) { gateway in
            let answer = try await gateway.send("GET", "/v1/me/export", as: try await gateway.register("ada"))
            #expect(answer.status == 503 && answer.code == "busy" && answer.header("Retry-After") != nil)
        }
    }
}
