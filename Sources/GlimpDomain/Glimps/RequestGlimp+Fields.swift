import EventLog
import GlimpSchemas
import SwiftProtobuf

extension RequestGlimp {
    static func friends(_ wire: Glimp_V1_RequestGlimp, _ door: Door) throws(Refusal) -> [Person] {
        guard friendsAtOnce.contains(wire.friends.count) else {
            throw .invalid("friends", "A glimp is asked of 1 to 500 friends at once.")
        }
        var friends: [Person] = []
        for (index, text) in wire.friends.enumerated() {
            friends.append(try door.person(text, "friends", place: "friends[\(index)]"))
        }
        // Also by a username beside the id: whom a message means counts, not how it says so.
        let known = friends.compactMap(\.id)
        guard Set(known).count == known.count else { throw .invalid("friends", "A friend is named twice.") }
        return friends
    }

    static func requests(_ wire: Glimp_V1_RequestGlimp, _ door: Door) throws(Refusal) -> [GlimpRequestID] {
        guard wire.requests.isEmpty || wire.requests.count == wire.friends.count else {
            throw .invalid("requests", "There is an id for each of the friends, or none at all.")
        }
        var requests: [GlimpRequestID] = []
        for index in wire.friends.indices {
            requests.append(try door.id(wire.requests.isEmpty ? nil : wire.requests[index], "requests"))
        }
        guard Set(requests).count == requests.count else { throw .invalid("requests", "An id is given twice.") }
        return requests
    }
}

extension Google_Protobuf_Duration {
    /// In microseconds.
    var answerWithin: Int64 {
        get throws(Refusal) {
            let bounds = RequestGlimp.answerWithin
            // The seconds first: those of a malicious message would overflow.
            if (0...bounds.upperBound / 1_000_000).contains(seconds), (0..<1_000_000_000).contains(nanos) {
                let microseconds = seconds * 1_000_000 + Int64(nanos) / 1_000
                if bounds.contains(microseconds) { return microseconds }
            }
            throw .invalid("answer_within", "There is 1 minute to 7 days to answer.")
        }
    }
}
