import EventLog
import NIOCore

/// One reader of a live stream: notes when the bytes of each message are there.
final class StreamReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let request: ByteBuffer
    private let promise: EventLoopPromise<Load.Tally>
    private var tally = Load.Tally()
    private var received = ByteBuffer()

    init(_ promise: EventLoopPromise<Load.Tally>, request: ByteBuffer) {
        self.promise = promise
        self.request = request
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let start = event as? Load.Start else { return context.fireUserInboundEventTriggered(event) }
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(deadline: start.deadline) { self.promise.succeed(self.tally) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let now = Timestamp.now()
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        while let length = received.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            guard let line = received.readString(length: length - received.readerIndex + 1) else { return }
            guard line.hasPrefix("id: "), let position = UInt64(line.dropFirst(4).dropLast()) else { continue }
            tally.arrivals.append(Load.Arrival(position: position, time: now))
        }
        received.discardReadBytes()
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(Load.Failure(description: "the server ended the stream"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { promise.fail(error) }
}
