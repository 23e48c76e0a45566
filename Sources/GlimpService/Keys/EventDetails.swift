import Crypto
import EventLog
import GlimpDomain
import Synchronization

/// Seals and opens what events say that is a person's own, with that person's key.
///
/// Keys are kept in memory, a bounded number, and for as long as `keys/people/current` stays what it was: a list has
/// hundreds of values, and reading and unwrapping a key for each took most of the time of an answer.
public final class EventDetails: Sendable {
    private static let maximumKept = 10_000

    private let keys: PersonKeys
    private let purpose: PersonSeal
    private let kept = Mutex<(stamp: KeysStamp?, keys: [UserID: SymmetricKey])>((nil, [:]))

    package init(with keys: PersonKeys) {
        self.keys = keys
        purpose = PersonSeal("event details", with: keys)
    }

    public var opener: DetailsOpener {
        DetailsOpener { [self] sealed, person, name in
            guard let key = try key(of: person) else { return nil }
            return try PersonSeal.open(sealed, of: person, as: name, with: key)
        }
    }

    /// What seals a person's details, without looking for any key again.
    /// - Parameter makesKey: for somebody who has none as yet; on disk when this returns, which then has to run to its
    ///   end on one thread.
    /// - Throws: ``EventLogError``; `not_found` when the person's key is missing.
    package func seal(of person: UserID, makesKey: Bool) throws(EventLogError) -> DetailsSeal {
        guard let key = makesKey ? try madeKey(of: person) : try key(of: person) else { return .erased }
        return DetailsSeal { clear, subject, name in
            guard subject == person else { throw DetailsError.unannounced }
            return try PersonSeal.seal(clear, of: person, as: name, with: key)
        }
    }

    private func madeKey(of person: UserID) throws(EventLogError) -> SymmetricKey? {
        if case .destroyed = try keys.standing(of: person) { return nil }
        return purpose.key(try keys.makeKey(of: person))
    }

    /// - Returns: nil when it was destroyed.
    private func key(of person: UserID) throws(EventLogError) -> SymmetricKey? {
        let stamp = try keys.stamp()
        let found = kept.withLock { kept in
            if kept.stamp != stamp { kept = (stamp, [:]) }
            return kept.keys[person]
        }
        if let found { return found }
        switch try keys.standing(of: person) {
        case .destroyed: return nil
        case .missing: throw PersonKeys.missing(person)
        case .key(let key):
            let derived = purpose.key(key)
            kept.withLock { kept in
                guard kept.stamp == stamp else { return }
                if kept.keys.count >= Self.maximumKept { kept.keys.removeAll() }
                kept.keys[person] = derived
            }
            return derived
        }
    }
}

extension DetailsSeal {
    /// Of who was erased: whatever they ask for is refused, and would fail here if it were not.
    fileprivate static let erased = DetailsSeal { _, _, _ in throw DetailsError.erased }
}
