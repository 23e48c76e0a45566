import EventLog
import GlimpDomain
public import ServiceLifecycle

/// Sweeps photos for as long as a server runs. In several processes at once they take turns.
public struct MediaSweeper: Service {
    private let glimp: GlimpDirectory
    private let interval: Duration
    private let alarm: @Sendable (any Error) -> Void

    /// - Parameter alarm: told what keeps photos from being swept: a clock that was set, a full disk, a record that can't be read.
    public init(_ glimp: GlimpDirectory, alarm: @escaping @Sendable (any Error) -> Void) {
        self.init(glimp, every: .seconds(60), alarm: alarm)
    }

    init(_ glimp: GlimpDirectory, every interval: Duration, alarm: @escaping @Sendable (any Error) -> Void) {
        self.glimp = glimp
        self.interval = interval
        self.alarm = alarm
    }

    /// Sweeps until it is cancelled or shut down. What goes wrong is waited out.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            var isAlarmed = false
            // One folder a round: each has its turn every few hours, wherever a process begins.
            var folder = Int.random(in: 0..<MediaFiles.digits.count)
            while true {
                do {
                    let unreadable = try await round(MediaFiles.digits[folder])
                    folder = (folder + 1) % MediaFiles.digits.count
                    if let error = unreadable.error, !isAlarmed { alarm(error) }
                    isAlarmed = unreadable.error != nil
                } catch is CancellationError {
                    return
                } catch {
                    if !isAlarmed { alarm(error) }
                    isAlarmed = true
                }
                // A pause that is cancelled is how this ends, not a failure.
                do { try await Task.sleep(for: interval) } catch { return }
            }
        }
    }

    private func round(_ digits: String) async throws -> UnreadableRecords {
        guard glimp.media.exists else { return UnreadableRecords() }
        // What is removed is gone for good: not by a clock that has jumped.
        try glimp.clock.requireSteady()
        let sweep = MediaSweep(glimp)
        var unreadable = UnreadableRecords()
        try await sweep.settle { unreadable += $0.unreadable }
        _ = try await sweep.removeLeftovers()
        _ = try await sweep.removeStrayRenditions(in: digits)
        return unreadable
    }
}
