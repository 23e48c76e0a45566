import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import Glibc

// The other process of the tests: uploads for one person to the media directory that it is given. It opens the store
// when it is told to, and answers each line of standard input with one line; "hang" uploads a file without an end.

func say(_ line: String) {
    print(line)
    fflush(nil)
}

func pieces(_ file: String, hangs: Bool) throws -> AsyncStream<[UInt8]> {
    let bytes = Array(try Data(contentsOf: URL(filePath: file)))
    return AsyncStream { stream in
        for byte in bytes { stream.yield([byte]) }
        // Everything but the end.
        if hangs { say("hanging") } else { stream.finish() }
    }
}

// Nobody may be left to end it.
alarm(120)
// The domain has a type of the same name.
let arguments = Swift.CommandLine.arguments
guard arguments.count == 3, let owner = UserID(arguments[2]) else { exit(64) }
let keys = PersonKeys(FileSystem.parent(of: arguments[1]) + "/keys")
let store = MediaStore(arguments[1], keys: keys, now: { .now() })
while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    do {
        switch words[0] {
        case "open":
            try store.open()
            say("ready")
        case "upload", "hang":
            let incoming = try await store.receive(pieces(words[1], hangs: words[0] == "hang"))
            say(try await store.keep(incoming, of: owner).record.media.description)
        default: say("unknown")
        }
    } catch {
        say("failed: \(error)")
    }
}
store.close()
