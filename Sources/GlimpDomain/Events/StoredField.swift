import EventLog
import GlimpSchemas
import SwiftProtobuf

// Reading the fields of a stored message into typed values.

extension Identifier {
    init(stored text: String, _ name: String) throws(MalformedField) {
        guard let id = Self(text) else { throw MalformedField(name: name) }
        self = id
    }
}

extension KeyedHash {
    init(stored text: String, _ name: String) throws(MalformedField) {
        guard let hash = Self(text) else { throw MalformedField(name: name) }
        self = hash
    }
}

extension Photo {
    init(stored wire: Glimp_V1_Photo, _ name: String) throws(MalformedField) {
        guard let photo = Photo(wire) else { throw MalformedField(name: name) }
        self = photo
    }
}

extension Timestamp {
    init(stored wire: Google_Protobuf_Timestamp, _ name: String) throws(MalformedField) {
        // The years 1 to 9999, the bounds of the message: beyond them the microseconds could overflow.
        guard (-62_135_596_800...253_402_300_799).contains(wire.seconds), (0..<1_000_000_000).contains(wire.nanos)
        else {
            throw MalformedField(name: name)
        }
        self.init(seconds: wire.seconds, nanoseconds: wire.nanos)
    }

    var wire: Google_Protobuf_Timestamp { .init(seconds: seconds, nanos: nanoseconds) }
}
