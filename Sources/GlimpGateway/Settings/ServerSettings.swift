public import Credentials
public import GlimpService

/// Everything that can be set about a server, with its defaults. ``all`` says how each is named and what it may be.
public struct ServerSettings: Sendable {
    /// The data directory.
    public var data = "./glimp-data"
    public var http = GatewayConfiguration()
    public var servesGRPC = true
    public var grpc = GRPCConfiguration()
    /// Files in PEM form; both or neither.
    public var certificate: String?
    public var privateKey: String?
    public var media = MediaLimits()
    public var credentials = CredentialsOptions()

    public init() {}

    /// What the gateway is given.
    /// - Throws: ``SettingError`` when settings that are right alone do not go together.
    public func gatewayConfiguration() throws(SettingError) -> GatewayConfiguration {
        let tls = try tls()
        var configuration = http
        configuration.tls = tls
        configuration.grpc = servesGRPC ? grpc : nil
        configuration.grpc?.tls = tls
        return configuration
    }

    private func tls() throws(SettingError) -> TLSFiles? {
        switch (certificate, privateKey) {
        case (nil, nil): return nil
        case (let certificate?, let privateKey?):
            let files = TLSFiles(certificateChainPath: certificate, privateKeyPath: privateKey)
            try files.check()
            return files
        case (_?, nil): throw SettingError(name: "tls.privateKey", reason: "is needed beside tls.certificate")
        case (nil, _?): throw SettingError(name: "tls.certificate", reason: "is needed beside tls.privateKey")
        }
    }
}
