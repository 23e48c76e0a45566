import EventLog
import GlimpDomain

extension KeyStore {
    /// Refuses keys that are another directory's. With them every name would look free, and no photo used: a sweep would
    /// remove those that were sent.
    ///
    /// The first account that can be opened tells: it carries its name, sealed, and the name's hash. A log without one
    /// among its first, because they were erased or their keys are not there, tells nothing.
    /// - Throws: ``EventLogError`` `corrupted`.
    func check(against log: EventLog, _ details: EventDetails, _ directory: String) throws(EventLogError) {
        let accounts = Query(types: [AccountRegistered.type])
        let first = (try? log.read(accounts, from: nil, backwards: false, limit: 100)) ?? []
        for event in first {
            guard case .accountRegistered(let account)? = try? DomainEvent(event),
                let name = try? account.details(by: details.opener)?.username, let username = Username(name)
            else { continue }
            if hasher.hash(username) == account.usernameHash { return }
            throw Self.foreign(directory)
        }
    }

    private static func foreign(_ directory: String) -> EventLogError {
        EventLogError(
            .corrupted,
            "\(file(directory)) is not the key that the log was written with, so no name or photo in it could be "
                + "found: restore keys/ and log/ together")
    }
}
