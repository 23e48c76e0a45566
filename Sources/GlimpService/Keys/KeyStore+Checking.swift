import EventLog
import GlimpDomain

extension KeyStore {
    /// Refuses keys that are another directory's. With them every name would look free, and no photo used: a sweep would
    /// remove those that were sent.
    ///
    /// The log's first account tells: it carries its name and the name's hash. A log without one, or whose first can't be
    /// read, tells nothing.
    /// - Throws: ``EventLogError`` `corrupted`.
    func check(against log: EventLog, _ directory: String) throws(EventLogError) {
        let accounts = Query(types: [AccountRegistered.type])
        guard let first = try? log.read(accounts, from: nil, backwards: false, limit: 1).first,
            case .accountRegistered(let account)? = try? DomainEvent(first),
            let username = Username(account.username), hasher.hash(username) != account.usernameHash
        else { return }
        throw EventLogError(
            .corrupted,
            "\(Self.file(directory)) is not the key that the log was written with, so no name or photo in it could be "
                + "found: restore keys/ and log/ together")
    }
}
