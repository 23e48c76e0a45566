import Foundation
import GlimpSchemas
import SwiftProtobuf

extension Eventlog_V1_AppendRequest {
    /// One event of a type with tags.
    static func one(_ type: String = "Paid", tags: [String] = ["account:1"], payload: String = "x") -> Self {
        .with { $0.events = [.of(type, tags: tags, payload: payload)] }
    }

    /// Unless something with these tags happened after `after`.
    func unless(_ tags: [String], after: UInt64? = nil) -> Self {
        var request = self
        request.condition = .with {
            $0.failIfEventsMatch = .tagged(tags)
            if let after { $0.after = after }
        }
        return request
    }

    func numbered(_ id: UUID) -> Self {
        var request = self
        request.commandID = id.uuidString
        return request
    }
}

extension Eventlog_V1_Event {
    static func of(_ type: String, tags: [String] = [], payload: String = "x") -> Self {
        .with {
            $0.id = UUID().uuidString
            $0.type = type
            $0.tags = tags
            $0.payload = Data(payload.utf8)
        }
    }
}

extension Eventlog_V1_Query {
    static let everything = Eventlog_V1_Query.with { $0.all = true }

    static func tagged(_ tags: [String]) -> Self { .with { $0.items = [.with { $0.tags = tags }] } }

    static func typed(_ types: [String]) -> Self { .with { $0.items = [.with { $0.types = types }] } }
}
