import GlimpDomain
import Synchronization

/// How much of something may go on at once: of one person, and of all.
final class Places: Sendable {
    /// Taken until it is let go.
    final class Place: Sendable {
        private let places: Places
        private let person: UserID

        fileprivate init(_ places: Places, _ person: UserID) {
            self.places = places
            self.person = person
        }

        deinit { places.leave(person) }
    }

    private struct Taken {
        var all = 0
        var ofPerson: [UserID: Int] = [:]
    }

    private let taken = Mutex(Taken())
    private let (most, mostOfPerson): (Int, Int)
    private let code: String
    private let name: String
    /// After which a place may be free.
    private static var pause: Duration { .seconds(5) }

    /// - Parameters:
    ///   - name: of what there is too much, for people.
    ///   - code: of the error when a person has too much of it.
    init(_ most: Int, ofPerson mostOfPerson: Int, _ name: String, code: String) {
        self.most = most
        self.mostOfPerson = mostOfPerson
        self.name = name
        self.code = code
    }

    static func liveStreams(_ most: Int, ofPerson mostOfPerson: Int) -> Places {
        Places(most, ofPerson: mostOfPerson, "live streams", code: "too_many_streams")
    }

    /// - Throws: the code when the person has no more, `busy` when nobody has.
    func take(_ person: UserID) throws(LimitReached) -> Place {
        try taken.withLock { taken throws(LimitReached) in
            let own = taken.ofPerson[person, default: 0]
            guard own < mostOfPerson else {
                throw full(code, "You have \(own) \(name) at once; end one first.")
            }
            guard taken.all < most else { throw full("busy", "There are too many \(name) at once; try again later.") }
            taken.all += 1
            taken.ofPerson[person] = own + 1
        }
        return Place(self, person)
    }

    private func full(_ code: String, _ message: String) -> LimitReached {
        LimitReached(code: code, message: message, retryAfter: Self.pause)
    }

    private func leave(_ person: UserID) {
        taken.withLock { taken in
            taken.all -= 1
            let left = taken.ofPerson[person, default: 1] - 1
            taken.ofPerson[person] = left > 0 ? left : nil
        }
    }
}
