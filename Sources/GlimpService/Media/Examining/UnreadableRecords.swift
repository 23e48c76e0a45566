import EventLog
import GlimpDomain

/// Uploads of which `media/index` holds what can't be read: counted, and the first of them named. They stay as they are.
public struct UnreadableRecords: Hashable, Sendable {
    public private(set) var count = 0
    /// As many as ``MediaCheckReport/most``.
    public private(set) var first: [MediaFinding] = []

    mutating func add(_ media: MediaID, _ error: EventLogError) {
        count += 1
        name(MediaFinding(kind: .damaged, media: media, what: error.message))
    }

    static func += (sum: inout UnreadableRecords, other: UnreadableRecords) {
        sum.count += other.count
        other.first.forEach { sum.name($0) }
    }

    private mutating func name(_ finding: MediaFinding) {
        if first.count < MediaCheckReport.most { first.append(finding) }
    }

    /// nil: there are none.
    var error: EventLogError? {
        guard count > 0 else { return nil }
        return EventLogError(
            .corrupted, "\(count) records in media/index/ can't be read; `glimp media check` names them")
    }
}
