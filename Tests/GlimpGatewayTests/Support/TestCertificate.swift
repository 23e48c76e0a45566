import Foundation
import GlimpGateway

/// A certificate for localhost and its key, made as an operator would; gone with the value.
final class TestCertificate: Sendable {
    let files: TLSFiles
    private let directory: URL

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let paths = ["certificate.pem", "key.pem"].map { [directory] in
            directory.appending(path: $0).path(percentEncoded: false)
        }
        files = TLSFiles(certificateChainPath: paths[0], privateKeyPath: paths[1])
        let made = try await Shell.run([
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost", "-out", paths[0], "-keyout", paths[1],
        ])
        guard made.status == 0 else { throw Missing() }
    }

    deinit { try? FileManager.default.removeItem(at: directory) }
}
