public import EventLog
public import FoundationEssentials
public import GlimpSchemas
import SwiftProtobuf

/// One person and one snap: at most one view.
struct SnapView: Hashable, Sendable {
    let snap: SnapID
    let viewer: UserID

    /// One tag for both: a snap has many viewers, and a person has seen many.
    var tag: Tag { Tag("view:" + snap.description + ":" + viewer.description) }
}

/// Somebody used up their view of a snap: its picture may be fetched once.
public struct SnapViewed: PlainEventBody {
    public static let type: EventType = "SnapViewed"
    public let snap: SnapID
    public let poster: UserID
    public let viewer: UserID
    /// When it is too late to fetch it.
    public let fetchBy: Timestamp
    /// The session that may; nil: any of the viewer's.
    public let session: UUID?

    public init(snap: SnapID, poster: UserID, viewer: UserID, fetchBy: Timestamp, session: UUID?) {
        self.snap = snap
        self.poster = poster
        self.viewer = viewer
        self.fetchBy = fetchBy
        self.session = session
    }

    public init(_ wire: Glimp_V1_SnapViewed) throws(MalformedField) {
        snap = try SnapID(stored: wire.snap, "snap")
        poster = try UserID(stored: wire.poster, "poster")
        viewer = try UserID(stored: wire.viewer, "viewer")
        fetchBy = try Timestamp(stored: wire.fetchBy, "fetch_by")
        session = wire.session.isEmpty ? nil : try CommandID(stored: wire.session, "session").rawValue
    }

    public var wire: Glimp_V1_SnapViewed {
        .with {
            $0.snap = snap.description
            $0.poster = poster.description
            $0.viewer = viewer.description
            $0.fetchBy = fetchBy.wire
            $0.session = session?.canonicalText ?? ""
        }
    }

    public var tags: [Tag] { [snap.tag, viewer.tag, SnapView(snap: snap, viewer: viewer).tag] }
}

/// The one fetch that a view grants was made.
public struct SnapFetched: PlainEventBody {
    public static let type: EventType = "SnapFetched"
    public let snap: SnapID
    public let viewer: UserID

    public init(snap: SnapID, viewer: UserID) {
        self.snap = snap
        self.viewer = viewer
    }

    public init(_ wire: Glimp_V1_SnapFetched) throws(MalformedField) {
        snap = try SnapID(stored: wire.snap, "snap")
        viewer = try UserID(stored: wire.viewer, "viewer")
    }

    public var wire: Glimp_V1_SnapFetched {
        .with {
            $0.snap = snap.description
            $0.viewer = viewer.description
        }
    }

    public var tags: [Tag] { [snap.tag, viewer.tag, SnapView(snap: snap, viewer: viewer).tag] }
}
