import Foundation
import GlimpService
import Testing

@testable import GlimpGateway

/// How many uploads there are at once: of a person, and of all.
@Suite struct UploadLimitTests {
    /// An upload that has begun, as one of so many, and does not come to its end.
    private func begin(_ gateway: HTTPGateway, _ token: String, all count: Int) async throws -> OpenConnection {
        let connection = try OpenConnection(port: gateway.port)
        connection.send(
            "POST /v1/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\nContent-Length: 1000\r\n\r\n")
        // Its file is there: it has its place.
        try await poll { Self.filesOnTheirWay(in: gateway) == count }
        return connection
    }

    /// An upload's file has no name, and is open.
    private static func filesOnTheirWay(in gateway: HTTPGateway) -> Int {
        let files = FileManager.default
        let descriptors = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.count { descriptor in
            let path = (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
            return path.contains(gateway.interface.glimp.path + "/media/incoming/") && path.hasSuffix(" (deleted)")
        }
    }

    @Test func aPersonHasOnlySoManyUploadsAndAllTogetherToo() async throws {
        try await withHTTPGateway({
            $0.uploadsOfPerson = 1
            $0.uploads = 2
        }) { gateway in
            let tokens = [
                try await gateway.register("ada"), try await gateway.register("bob"), try await gateway.register("cyd"),
            ]
            func upload(_ person: Int) async throws -> HTTPAnswer {
                try await gateway.send("POST", "/v1/media", bytes: MediaWorld.picture(), as: tokens[person])
            }
            var begun = [try await begin(gateway, tokens[0], all: 1)]
            let refused = try await upload(0)
            #expect(
                refused.status == 429 && refused.code == "too_many_uploads" && refused.header("Retry-After") != nil,
                "\(refused.text)")
            begun.append(try await begin(gateway, tokens[1], all: 2))
            let full = try await upload(2)
            #expect(full.status == 503 && full.code == "busy" && full.header("Retry-After") != nil, "\(full.text)")
            // Who goes leaves room.
            begun.removeAll()
            for person in 0..<3 { try await poll { try await upload(person).status == 201 } }
        }
    }
}
