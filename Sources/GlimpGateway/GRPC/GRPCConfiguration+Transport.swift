import GRPCNIOTransportHTTP2

extension GRPCConfiguration {
    /// The server's transport as this configuration wants it.
    var transport: HTTP2ServerTransport.Posix {
        HTTP2ServerTransport.Posix(
            address: host.contains(":") ? .ipv6(host: host, port: port) : .ipv4(host: host, port: port),
            transportSecurity: security,
            config: .defaults { config in
                config.rpc.maxRequestPayloadSize =
                    servesEventLog ? max(maximumRequestBytes, maximumAppendBytes) : maximumRequestBytes
                config.http2.maxConcurrentStreams = maximumStreams
                // A stream of large events is not held up by the round trips of a small window.
                config.http2.targetWindowSize = 1 << 20
                config.connection.maxGraceTime = gracePeriod
                // A peer that has vanished is noticed, and what it holds is let go.
                config.connection.keepalive.time = .seconds(60)
                config.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .seconds(10)
                config.connection.keepalive.clientBehavior.allowWithoutCalls = true
            })
    }

    private var security: HTTP2ServerTransport.Posix.TransportSecurity {
        guard let tls else { return .plaintext }
        return .tls(
            certificateChain: [.file(path: tls.certificateChainPath, format: .pem)],
            privateKey: .file(path: tls.privateKeyPath, format: .pem))
    }
}
