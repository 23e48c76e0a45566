import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpSchemas
import Projections

// Reading the fields of a row into typed values. What can't be read is a damaged row, and says so.

extension Identifier {
    init(row text: String) throws {
        guard let id = Self(text) else { throw ProjectionError(.damaged, "a row holds \(text) where an id belongs") }
        self = id
    }
}

extension NotificationKind {
    init(row kind: Glimp_V1_NotificationKind) throws {
        guard let known = Self(kind) else {
            throw ProjectionError(.damaged, "a row holds a notification of no kind; rebuild collections")
        }
        self = known
    }
}

extension Timestamp {
    init(row microseconds: Int64) { self.init(microseconds: microseconds) }
}

extension Photo {
    init(row wire: Glimp_V1_Photo) throws {
        let photo = Photo(
            media: try MediaID(row: wire.media), mime: wire.mime, width: wire.width, height: wire.height,
            bytes: wire.bytes)
        guard let photo else { throw ProjectionError(.damaged, "a row holds a photo that is none") }
        self = photo
    }
}

extension RowKey {
    init(_ id: some Identifier) { self.init(id.rawValue) }

    consuming func id(_ id: some Identifier) -> RowKey { uuid(id.rawValue) }

    /// The id that comes first.
    func ownerID() throws -> UUID {
        var reader = KeyReader(self)
        guard let id = reader.uuid() else {
            throw ProjectionError(.damaged, "the key \(self) has no id; rebuild the group")
        }
        return id
    }

    /// The id that follows the first one.
    func secondID<ID: Identifier>() throws -> ID {
        var reader = KeyReader(self)
        guard reader.uuid() != nil, let id = reader.uuid() else {
            throw ProjectionError(.damaged, "the key \(self) has no second id; rebuild the group")
        }
        return ID(rawValue: id)
    }
}
