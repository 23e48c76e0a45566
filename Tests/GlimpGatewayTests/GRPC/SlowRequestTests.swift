import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import GlimpGateway

/// A message that does not come to its end.
@Suite struct SlowRequestTests {
    private static func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: RequestSizeGuard({ _ in 1_000 }, patience: .seconds(30)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/guarded")).wait()
        try channel.writeInbound(HTTP2Frame.FramePayload.headers(.init(headers: [":path": "/a/b"])))
        return channel
    }

    private static func send(_ bytes: [UInt8], to channel: EmbeddedChannel) throws {
        try channel.writeInbound(HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(bytes: bytes)))))
    }

    /// What the caller was told; nil: nothing yet.
    private static func status(_ channel: EmbeddedChannel) throws -> String? {
        guard case .headers(let told)? = try channel.readOutbound(as: HTTP2Frame.FramePayload.self) else { return nil }
        return told.headers.first(name: "grpc-status")
    }

    @Test(arguments: [[0], [0, 0, 0, 0, 10], [0, 0, 0, 0, 10, 1, 2]] as [[UInt8]])
    func endsTheCallWithDeadlineExceeded(begun: [UInt8]) throws {
        let channel = try Self.channel()
        try Self.send(begun, to: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(try Self.status(channel) == nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(try Self.status(channel) == "4")
    }

    /// Between messages a caller may wait as long as it likes.
    @Test func oneThatIsCompleteIsWaitedFor() throws {
        let channel = try Self.channel()
        try Self.send([0, 0, 0, 0, 2, 1], to: channel)
        try Self.send([2], to: channel)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(try Self.status(channel) == nil)
        try Self.send([0], to: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(try Self.status(channel) == "4")
    }

    /// A second end would be an error of the whole connection.
    @Test func aCallThatHasEndedIsNotEndedAgain() throws {
        let channel = try Self.channel()
        let end = HTTP2Frame.FramePayload.headers(.init(headers: [":status": "415"], endStream: true))
        try channel.writeOutbound(end)
        #expect(try Self.status(channel) == nil)
        try Self.send([0, 0x7F, 0, 0, 0, 1], to: channel)
        try Self.send([0], to: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(try channel.readOutbound(as: HTTP2Frame.FramePayload.self) == nil)
    }
}
