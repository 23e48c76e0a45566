import EventLog
import FoundationEssentials
import Glibc
import LMDB

// The other process of the tests: told what to do by its arguments, it says "ready" when it has got there, and then
// waits for a line on standard input, is killed, or ends.

func say(_ line: String) {
    print(line)
    fflush(nil)
}

func open(_ directory: String, _ change: (inout EventLogOptions) -> Void = { _ in }) throws -> EventLog {
    var options = EventLogOptions()
    options.mapSize = 1 << 30
    change(&options)
    return try EventLog(at: directory, options: options)
}

/// Command number `number`: every third is refused, every fifth has nothing to append, the others append two events.
func command(_ number: Int, _ actor: String) -> CommandHandler<Int> {
    let suffix = String(number, radix: 16)
    let text = "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - suffix.count) + suffix
    return CommandHandler(
        context: CommandContext(
            actor: actor, id: UUID(uuidString: text), bodyDigest: [UInt8(truncatingIfNeeded: number)]),
        boundary: Query(tags: [Tag("number:\(number)")]), initialState: 0, evolve: { count, _ in count += 1 },
        decide: { seen, _ in
            if number % 3 == 0 { return .refused(Refusal("refused", "after \(seen)")) }
            if number % 5 == 0 { return .accepted([]) }
            return .accepted(
                (0..<2).map { _ in Event(id: UUID(), type: "Noted", tags: [Tag("number:\(number)")], payload: [1]) })
        })
}

/// Carries out the commands `range`, several at once, and says what became of each as soon as it is known.
func commands(_ log: EventLog, _ range: Range<Int>, _ actor: String) async throws {
    var inFlight: [(Int, Submission)] = []
    func settle(_ count: Int) async throws {
        while inFlight.count > count {
            let (number, submission) = inFlight.removeFirst()
            say("\(number) \(try await submission.outcome().position)")
        }
    }
    for number in range {
        inFlight.append((number, try log.submit(command(number, actor))))
        try await settle(8)
    }
    try await settle(0)
}

func appendUnconditionally(_ log: EventLog, _ count: Int, _ tag: String) async throws {
    for number in 0..<count {
        _ = try await log.append([Event(id: UUID(), type: "Noted", tags: [Tag(tag)], payload: Array("\(number)".utf8))])
    }
}

/// Appends until the files may grow no more, then with the limit lifted.
func meetFileSizeLimit(_ directory: String, _ bytes: Int) async throws {
    signal(SIGXFSZ, SIG_IGN)
    let log = try open(directory)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: .max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    var count: UInt64 = 0
    func append() async throws {
        _ = try await log.append([Event(id: UUID(), type: "Big", tags: [], payload: Array(repeating: 1, count: 3_000))])
        count += 1
    }
    do { while true { try await append() } } catch let error as EventLogError { say(error.code.rawValue) }
    say("kept \(try log.head().rawValue == count && log.read(.all).count == Int(min(count, 10_000)))")
    limit.rlim_cur = .max
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try await append()
    say("resumed \(try log.head().rawValue == count)")
}

/// Takes the writer lock of the index in use.
func holdIndex(_ directory: String) throws {
    let index = directory + "/index/"
    guard let file = fopen(index + "current", "r") else { return }
    var name = [CChar](repeating: 0, count: 64)
    fgets(&name, 64, file)
    fclose(file)
    let generation = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    var options = Environment.Options()
    options.creates = false
    let environment = try Environment(directory: index + String(decoding: generation, as: UTF8.self), options: options)
    let transaction = try environment.beginWrite()
    say("ready")
    _ = readLine()
    _ = transaction.number
}

func run(_ role: String, _ directory: String, _ number: Int, _ text: String) async throws {
    switch role {
    case "commands":
        let log = try open(directory)
        say("ready")
        try await commands(log, number..<number + 100_000, text)
    case "some-commands":
        let log = try open(directory)
        try await commands(log, 0..<number, text)
        log.close()
    case "append":
        let log = try open(directory) { $0.tailBytes = 64 << 10 }
        say("ready")
        try await appendUnconditionally(log, number, text)
        log.close()
    case "append-tagged":
        let log = try open(directory) { $0.busyTimeout = 0.1 }
        let tags = [Tag(text)] + (0..<63).map { Tag("\(text):\($0)") }
        _ = try await log.append((0..<number).map { _ in Event(id: UUID(), type: "Noted", tags: tags, payload: []) })
        log.close()
    case "create":
        let log = try open(directory) { $0.creates = true }
        say(log.logID.uuidString)
    case "create-and-die":
        var options = EventLogOptions()
        options.mapSize = 1 << 30
        try LogDirectory(directory, options).create(prepare: { _ = mkdir($0 + "/zeal", 0o700) }) {
            if $0.rawValue == number { kill(getpid(), SIGKILL) }
        }
    case "open":
        let log = try open(directory) { $0.access = text == "exclusive" ? .exclusive : .shared }
        say("ready")
        _ = readLine()
        log.close()
    case "hold-index": try holdIndex(directory)
    case "file-size-limit": try await meetFileSizeLimit(directory, number)
    default: say("unknown role \(role)")
    }
}

// Nobody may be left to end it.
alarm(120)
let arguments = CommandLine.arguments
do {
    try await run(arguments[1], arguments[2], Int(arguments[3]) ?? 0, arguments[4])
} catch {
    say("failed: \(error)")
    exit(1)
}
