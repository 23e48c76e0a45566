import Credentials
import FoundationEssentials
import Glibc
import LMDB

// The other process of the tests: opens the store in the directory it is given and says "ready". Then it does what each
// line of standard input asks for, and answers each with one line; or it writes until it is killed.

func say(_ line: String) {
    print(line)
    fflush(nil)
}

func store(_ directory: String) throws -> CredentialStore {
    var options = CredentialsOptions()
    options.creates = true
    options.scrypt = ScryptParameters(logN: 4)
    return try CredentialStore(at: directory, options: options)
}

func person(_ text: Substring) -> UUID { UUID(uuidString: String(text)) ?? UUID() }

func answer(_ words: [Substring], _ store: CredentialStore) async throws -> String {
    switch words[0] {
    case "authenticate": return try store.authenticate(AccessToken(String(words[1]))).person.uuidString
    case "revoke-all": return String(try await store.revokeSessions(of: person(words[1])))
    case "log-in":
        let grant = try await store.logIn(
            LogIn(
                name: String(words[1]), person: person(words[2]), password: Password(String(words[3])), address: nil,
                label: "helper"))
        return grant.accessToken.text
    case "open": return try await store.openSession(for: person(words[1]), label: "helper").accessToken.text
    default: return "unknown"
    }
}

/// Sets passwords and opens sessions, and says each when it is acknowledged.
func write(_ store: CredentialStore) async throws {
    for number in 0... {
        let person = UUID()
        try await store.resetPassword(Password("password number \(number)"), of: person)
        let grant = try await store.openSession(for: person, label: "writer")
        let next = try await store.refresh(grant.refreshToken)
        say("\(person.uuidString) \(number) \(next.accessToken.text)")
    }
}

/// Keeps a snapshot until it is killed.
func holdSnapshot(_ directory: String) throws {
    let transaction = try Environment(directory: directory).beginRead()
    say("ready")
    _ = readLine()
    _ = transaction.number
}

// Nobody may be left to end it.
alarm(120)
do {
    if CommandLine.arguments[1] == "hold" { try holdSnapshot(CommandLine.arguments[2]) }
    let store = try store(CommandLine.arguments[2])
    say("ready")
    if CommandLine.arguments[1] == "write" { try await write(store) }
    while let line = readLine() {
        do { say(try await answer(line.split(separator: " "), store)) } catch let error as CredentialsError {
            say(error.code.rawValue)
        }
    }
} catch {
    say("failed: \(error)")
    exit(1)
}
