import EventLog
import NIOCore
import NIOPosix

/// Connections that ask a server on this machine as fast as it answers: one thread, so that the server is measured and
/// not the client.
struct Load: Sendable {
    let group: any EventLoopGroup

    /// What one connection came to, or all of a run.
    struct Tally: Sendable {
        /// Requests or messages that were answered.
        var answers = 0
        /// Of the answers' bodies.
        var bytes = 0
        /// Events that were read.
        var events = 0
        /// Messages of a live stream.
        var arrivals: [Arrival] = []
        /// Of each answer, in seconds.
        var waits: [Double] = []
        var seconds = 0.0

        var answersASecond: Double { Double(answers) / seconds }
        var eventsASecond: Double { Double(events) / seconds }

        fileprivate mutating func add(_ other: Tally) {
            answers += other.answers
            bytes += other.bytes
            events += other.events
            arrivals += other.arrivals
            waits += other.waits
        }
    }

    /// The news of a position, and when its bytes were there.
    struct Arrival: Sendable {
        let position: UInt64
        let time: Timestamp
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Tells a connection to begin. No request begins after the deadline.
    struct Start: Sendable {
        let deadline: NIODeadline
    }

    /// - Parameter addHandlers: to the pipeline of caller number so and so; the last of them begins at ``Start`` and
    ///   keeps the promise when its last request is answered.
    func run(
        port: Int, callers: Int, seconds: Double,
        _ addHandlers:
            @escaping @Sendable (Int, ChannelPipeline.SynchronousOperations, EventLoopPromise<Tally>) throws
            -> Void
    ) async throws -> Tally {
        var running: [(channel: any Channel, tally: EventLoopFuture<Tally>)] = []
        for caller in 0..<callers {
            let promise = group.next().makePromise(of: Tally.self)
            do {
                let channel = try await ClientBootstrap(group: group)
                    .channelOption(.socketOption(.tcp_nodelay), value: 1)
                    .channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try addHandlers(caller, channel.pipeline.syncOperations, promise)
                        }
                    }
                    .connect(host: "127.0.0.1", port: port).get()
                running.append((channel, promise.futureResult))
            } catch {
                promise.fail(error)
                throw error
            }
        }
        let begin = ContinuousClock.now
        let start = Start(deadline: .now() + .nanoseconds(Int64(seconds * 1e9)))
        for (channel, _) in running { channel.pipeline.fireUserInboundEventTriggered(start) }
        var tally = Tally()
        for (_, share) in running { tally.add(try await share.get()) }
        tally.seconds = elapsed(.now - begin)
        for (channel, _) in running { try await channel.close() }
        return tally
    }
}
