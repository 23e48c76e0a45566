import EventLog
import GlimpDomain
import Metrics

/// What is measured of what goes out. Nothing of anybody's.
struct OutboxMetrics: Sendable {
    enum Count: String {
        case sent, failed, dropped
    }

    func count(_ count: Count, _ channel: Channel, _ kind: NotificationKind? = nil) {
        var dimensions = [("channel", channel.rawValue)]
        if let kind { dimensions.append(("kind", kind.name)) }
        Counter(label: "glimp_outbox_\(count.rawValue)_total", dimensions: dimensions).increment()
    }

    func givenUp(_ number: Int) {
        if number > 0 { Counter(label: "glimp_outbox_given_up_total").increment(by: number) }
    }

    func waiting(in store: OutboxStore) throws(EventLogError) {
        for channel in Channel.allCases {
            Gauge(label: "glimp_outbox_waiting", dimensions: [("channel", channel.rawValue)])
                .record(try store.waitingCount(channel))
        }
    }
}
