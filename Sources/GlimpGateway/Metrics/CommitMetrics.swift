public import EventLog
import Metrics

/// What is measured of the log's commits.
public struct CommitMetrics: Sendable {
    private let seconds = Timer(label: "glimp_commit")
    private let requests = Recorder(label: "glimp_commit_requests")
    private let events = Recorder(label: "glimp_commit_events")

    public init() {}

    public func record(_ commit: EventLogOptions.Commit) {
        seconds.recordSeconds(commit.seconds)
        requests.record(commit.requests)
        events.record(commit.events)
    }
}
