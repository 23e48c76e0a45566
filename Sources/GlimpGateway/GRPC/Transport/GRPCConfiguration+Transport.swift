import GRPCCore
import GRPCNIOTransportHTTP2
import GlimpServices
import HummingbirdCore
import NIOCore

extension GRPCConfiguration {
    /// The server's transport as this configuration wants it.
    /// - Parameter admitting: counts the connections of each address.
    func transport(_ admitting: ConnectionsOfAddress) -> HTTP2ServerTransport.Posix {
        HTTP2ServerTransport.Posix(
            address: host.contains(":") ? .ipv6(host: host, port: port) : .ipv4(host: host, port: port),
            transportSecurity: security,
            config: .defaults { config in
                config.rpc.maxRequestPayloadSize = max(maximumRequestBytes, servesEventLog ? maximumAppendBytes : 0)
                config.http2.maxConcurrentStreams = maximumStreams
                // A stream of large events is not held up by the round trips of a small window.
                config.http2.targetWindowSize = 1 << 20
                config.connection.maxGraceTime = gracePeriod
                config.connection.maxIdleTime = idleTime
                // What it calls debugging is the only place for handlers of one's own.
                config.channelDebuggingCallbacks.onAcceptTCPConnection = { [idleTime, slowReaderTime] connection in
                    guard admitting.admit(connection) else {
                        connection.close(promise: nil)
                        return connection.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
                    }
                    connection.setPatience(ofPeer: TimeAmount(slowReaderTime))
                    return connection.eventLoop.makeCompletedFuture {
                        try SilenceGuard.watch(
                            connection, firstRequestWithin: TimeAmount(idleTime), silence: TimeAmount(Self.pings * 2))
                    }
                }
                config.channelDebuggingCallbacks.onAcceptHTTP2Stream = { stream in
                    SilenceGuard.requestArrived(on: stream)
                    return stream.eventLoop.makeCompletedFuture {
                        try stream.pipeline.syncOperations.addHandler(
                            RequestSizeGuard(requestBytes, patience: TimeAmount(messageTime)), position: .first)
                    }
                }
                config.channelDebuggingCallbacks.onBindTCPListener = { [connections] listener in
                    listener.eventLoop.makeCompletedFuture {
                        try listener.pipeline.syncOperations.addHandler(
                            AvailableConnectionsChannelHandler(maxConnections: connections))
                    }
                }
                // A peer that has vanished is noticed, and what it holds is let go.
                config.connection.keepalive.time = Self.pings
                config.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls = .seconds(10)
                config.connection.keepalive.clientBehavior.allowWithoutCalls = true
            })
    }

    /// How often a connection that is silent is asked whether it lives.
    private static var pings: Duration { .seconds(60) }

    /// Bytes of a message to a path. Only an append may be as large as an append.
    private func requestBytes(_ path: String) -> Int {
        path.hasPrefix("/\(Eventlog_V1_EventLog.descriptor.fullyQualifiedService)/")
            ? maximumAppendBytes : maximumRequestBytes
    }

    private var security: HTTP2ServerTransport.Posix.TransportSecurity {
        guard let tls else { return .plaintext }
        return .tls(
            certificateChain: [.file(path: tls.certificateChainPath, format: .pem)],
            privateKey: .file(path: tls.privateKeyPath, format: .pem))
    }
}
