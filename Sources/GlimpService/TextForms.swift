public import EventLog
public import FoundationEssentials
import SwiftProtobuf

extension Timestamp {
    /// RFC 3339 in UTC: `2026-11-21T09:30:00.250Z`.
    public var rfc3339: String {
        let wire = Google_Protobuf_Timestamp(seconds: seconds, nanos: nanoseconds)
        // Fails only outside the years 1 to 9999.
        guard let quoted = try? wire.jsonString() else { return "\(microseconds) µs" }
        return String(quoted.dropFirst().dropLast())
    }
}

extension UUID {
    /// In lower case.
    public var text: String { uuidString.lowercased() }
}
