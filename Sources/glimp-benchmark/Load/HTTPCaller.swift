import NIOCore

/// One kept-alive HTTP/1.1 connection with one request in flight: the next one when that is answered, or at its time.
final class HTTPCaller: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// When requests are sent; nil: as fast as they are answered.
    struct Pace: Sendable {
        let delay: TimeAmount
        let interval: TimeAmount
    }

    private let pace: Pace?
    private let next: () -> ByteBuffer
    private let promise: EventLoopPromise<Load.Tally>
    private var tally = Load.Tally()
    private var deadline = NIODeadline.now()
    private var due = NIODeadline.now()
    private var sent = NIODeadline.now()
    private var received = ByteBuffer()

    /// - Parameter next: the bytes of the next request.
    init(_ promise: EventLoopPromise<Load.Tally>, pace: Pace? = nil, next: @escaping () -> ByteBuffer) {
        self.promise = promise
        self.pace = pace
        self.next = next
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let start = event as? Load.Start else { return context.fireUserInboundEventTriggered(event) }
        deadline = start.deadline
        if let pace { due = .now() + pace.delay }
        askInTime(context)
    }

    private func askInTime(_ context: ChannelHandlerContext) {
        guard let pace else { return ask(context) }
        context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { self.ask(context) }
        due = due + pace.interval
    }

    private func ask(_ context: ChannelHandlerContext) {
        guard .now() < deadline else { return promise.succeed(tally) }
        sent = .now()
        context.writeAndFlush(wrapOutboundOut(next()), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        guard let answer = HTTPAnswerHead(received), received.readableBytes >= answer.length else { return }
        guard answer.isOK, received.readableBytes == answer.length else {
            return promise.fail(Load.Failure(description: "HTTP: \(String(buffer: received).prefix(600))"))
        }
        received.clear()
        tally.answers += 1
        tally.waits.append(Double((.now() - sent).nanoseconds) * 1e-9)
        tally.bytes += answer.bodyLength
        askInTime(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(Load.Failure(description: "the server closed the connection"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { promise.fail(error) }
}

/// As much of an answer's head as it takes to know whether it is well and where it ends.
struct HTTPAnswerHead {
    let isOK: Bool
    let headLength: Int
    let bodyLength: Int

    var length: Int { headLength + bodyLength }

    /// - Returns: nil while the head is not whole.
    init?(_ bytes: ByteBuffer) {
        let found = bytes.withUnsafeReadableBytes { bytes -> (Bool, Int, Int)? in
            guard let head = Self.end(of: "\r\n\r\n", in: bytes) else { return nil }
            let isOK = bytes.count > 9 && bytes[9] == UInt8(ascii: "2")
            let names: [StaticString] = ["\r\nContent-Length: ", "\r\ncontent-length: "]
            guard let digits = names.lazy.compactMap({ Self.end(of: $0, in: bytes) }).first else {
                return (false, head, 0)
            }
            let body = bytes[digits...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                .reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return (isOK, head, body)
        }
        guard let found else { return nil }
        (isOK, headLength, bodyLength) = found
    }

    private static func end(of text: StaticString, in bytes: UnsafeRawBufferPointer) -> Int? {
        let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        var start = 0
        while start + wanted.count <= bytes.count {
            var same = 0
            while same < wanted.count, bytes[start + same] == wanted[same] { same += 1 }
            if same == wanted.count { return start + same }
            start += 1
        }
        return nil
    }
}
