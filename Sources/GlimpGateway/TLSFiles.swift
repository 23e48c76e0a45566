import NIOSSL

/// A certificate chain and its key, as files in PEM form.
public struct TLSFiles: Sendable {
    public var certificateChainPath: String
    public var privateKeyPath: String

    public init(certificateChainPath: String, privateKeyPath: String) {
        self.certificateChainPath = certificateChainPath
        self.privateKeyPath = privateKeyPath
    }

    /// TLS 1.2 and later (RFC 9325), without asking for a client's certificate.
    /// - Throws: ``SettingError`` when a file can't be read or used.
    func serverConfiguration() throws(SettingError) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try usable("tls.certificate") {
                try NIOSSLCertificate.fromPEMFile(certificateChainPath).map { .certificate($0) }
            },
            privateKey: try usable("tls.privateKey") {
                .privateKey(try NIOSSLPrivateKey(file: privateKeyPath, format: .pem))
            })
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    /// - Throws: ``SettingError`` when the two can't be used together.
    func check() throws(SettingError) {
        let configuration = try serverConfiguration()
        _ = try usable("tls.privateKey", "is not the key of tls.certificate") {
            try NIOSSLContext(configuration: configuration)
        }
    }

    private func usable<Value>(
        _ name: String, _ reason: String = "can't be read as PEM", _ make: () throws -> Value
    ) throws(SettingError) -> Value {
        do { return try make() } catch { throw SettingError(name: name, reason: reason) }
    }
}
