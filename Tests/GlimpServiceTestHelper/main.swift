import EventLog
import FoundationEssentials
import GlimpDomain
import GlimpService
import Glibc

// The other process of the tests: uploads for one person to the media directory that it is given, or works on the data
// directory. It opens what it needs when it is told to, and answers each line of standard input with one line; "hang"
// uploads a file without an end, "claim" claims and does nothing more, "sweep" sweeps until it is ended.

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
let data = FileSystem.parent(of: arguments[1])
let keys = PersonKeys(data + "/keys")
let store = MediaStore(arguments[1], keys: keys, hasher: try KeyStore(directory: data).hasher, now: { .now() })
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
        case "claim":
            let glimp = try GlimpDirectory(data, creates: false, access: .shared)
            let body = Array(#"{"photo":{"media":"\#(words[1])"}}"#.utf8)
            let command = try CommandCatalogue.receive("ChangeProfilePicture", json: body)
            try await glimp.commands.claimUploads(of: [command], by: .actor(.user(owner)))
            say("claimed")
        case "sweep":
            let glimp = try GlimpDirectory(data, creates: false, access: .shared)
            say("sweeping")
            while true { _ = try await MediaSweep(glimp).sweep() }
        default: say("unknown")
        }
    } catch {
        say("failed: \(error)")
    }
}
store.close()
