import NIOCore
import NIOHPACK
import NIOHTTP2

/// One HTTP/2 connection that makes gRPC calls: the same frames to whichever server.
final class GRPCCaller: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    enum Kind {
        /// One call after the other, a message each way, so many at most.
        case unary(calls: Int = .max)
        /// One call; so many messages are on their way before the first is answered.
        case stream(inFlight: Int)
        /// One call, one message there, many back, whose events are counted.
        case reading
    }

    private let kind: Kind
    private let headers: HPACKHeaders
    private let write: (inout ByteBuffer) -> Void
    private let promise: EventLoopPromise<Load.Tally>
    private var tally = Load.Tally()
    private var deadline = NIODeadline.now()
    private var streamNumber = -1
    private var received = ByteBuffer()
    /// Of what was received, what the server was not yet told that there is room for again.
    private var bytesTaken = 0
    private var isEnding = false

    private static let window = 1 << 30

    /// - Parameters:
    ///   - path: of the method.
    ///   - write: writes the next message, without its prefix.
    init(
        _ kind: Kind, path: String, token: String?, _ promise: EventLoopPromise<Load.Tally>,
        write: @escaping (inout ByteBuffer) -> Void
    ) {
        self.kind = kind
        self.promise = promise
        self.write = write
        var headers: HPACKHeaders = [
            ":method": "POST", ":scheme": "http", ":path": path, ":authority": "127.0.0.1",
            "content-type": "application/grpc", "te": "trailers",
        ]
        if let token { headers.add(name: "authorization", value: "Bearer \(token)") }
        self.headers = headers
    }

    static func addHandlers(_ caller: GRPCCaller, _ pipeline: ChannelPipeline.SynchronousOperations) throws {
        let settings = [
            HTTP2Setting(parameter: .enablePush, value: 0),
            HTTP2Setting(parameter: .initialWindowSize, value: window),
            HTTP2Setting(parameter: .maxFrameSize, value: 1 << 20),
        ]
        try pipeline.addHandlers(NIOHTTP2Handler(mode: .client, initialSettings: settings), caller)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let start = event as? Load.Start else { return context.fireUserInboundEventTriggered(event) }
        deadline = start.deadline
        send(.windowUpdate(windowSizeIncrement: Self.window), on: .rootStream, context)
        call(context)
    }

    private func call(_ context: ChannelHandlerContext) {
        streamNumber += 2
        send(.headers(.init(headers: headers)), on: stream, context)
        if case .stream(let inFlight) = kind {
            for _ in 0..<inFlight { sendMessage(context, isLast: false) }
        } else {
            sendMessage(context, isLast: true)
        }
        context.flush()
    }

    private var stream: HTTP2StreamID { HTTP2StreamID(streamNumber) }

    private func send(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    private func sendMessage(_ context: ChannelHandlerContext, isLast: Bool) {
        var bytes = ByteBuffer()
        bytes.writeInteger(0 as UInt8)
        bytes.writeInteger(0 as UInt32)
        write(&bytes)
        bytes.setInteger(UInt32(bytes.readableBytes - 5), at: 1)
        send(.data(.init(data: .byteBuffer(bytes), endStream: isLast)), on: stream, context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data).payload {
        case .data(let frame):
            guard case .byteBuffer(var bytes) = frame.data else { return }
            bytesTaken += bytes.readableBytes
            if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
            takeMessages(context)
        case .headers(let frame) where frame.endStream:
            guard frame.headers.first(name: "grpc-status") == "0" else {
                return promise.fail(Load.Failure(description: "gRPC: \(frame.headers)"))
            }
            end(context)
        case .rstStream(let code): promise.fail(Load.Failure(description: "the call was reset: \(code)"))
        case .goAway(_, let code, _): promise.fail(Load.Failure(description: "the server goes away: \(code)"))
        default: break
        }
    }

    private func takeMessages(_ context: ChannelHandlerContext) {
        while let length = received.getInteger(at: received.readerIndex + 1, as: UInt32.self),
            received.readableBytes >= 5 + Int(length)
        {
            received.moveReaderIndex(forwardBy: 5)
            guard let message = received.readSlice(length: Int(length)) else { return }
            tally.answers += 1
            switch kind {
            case .unary: break
            case .reading: tally.events += EventLogMessages.events(in: message)
            case .stream:
                guard EventLogMessages.isAppended(message) else {
                    return promise.fail(Load.Failure(description: "an append failed: \(String(buffer: message))"))
                }
                goOn(context)
            }
        }
    }

    private func goOn(_ context: ChannelHandlerContext) {
        if .now() < deadline { return sendMessage(context, isLast: false) }
        guard !isEnding else { return }
        isEnding = true
        send(.data(.init(data: .byteBuffer(ByteBuffer()), endStream: true)), on: stream, context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if bytesTaken >= Self.window / 2 {
            send(.windowUpdate(windowSizeIncrement: bytesTaken), on: .rootStream, context)
            bytesTaken = 0
        }
        context.flush()
    }

    private func end(_ context: ChannelHandlerContext) {
        if case .unary(let calls) = kind, tally.answers < calls, .now() < deadline {
            call(context)
        } else {
            promise.succeed(tally)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(Load.Failure(description: "the server closed the connection"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { promise.fail(error) }
}
