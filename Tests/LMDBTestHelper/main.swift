import Glibc
import LMDB

// The other process of the tests: told what to do by its arguments, it says "ready" when it has got there, and then
// waits to be killed or ends.

let numbers = TableDefinition("numbers", keyedBy: UInt64.self)

func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Returns, as far as the compiler knows: it would end a transaction before a call that never does.
func waitToBeKilled() {
    say("ready")
    pause()
}

func run(_ role: String, _ directory: String, _ number: Int) throws {
    var options = Environment.Options()
    options.mapSize = role == "grow" ? number : 1 << 22
    let environment = try Environment(directory: directory, options: options)
    let table = try environment.openTable(numbers)
    switch role {
    case "hold-reader":
        let transaction = try environment.beginRead()
        waitToBeKilled()
        _ = try transaction.count(table)
    case "hold-writer":
        var transaction = try environment.beginWrite()
        try transaction.put([9], for: 9, in: table)
        waitToBeKilled()
        try transaction.commit()
    case "count":
        say("ready")
        for _ in 0..<number { try increment(environment, table) }
    case "grow":
        try environment.write { transaction in
            for key in 0..<UInt64(number / 2 / 4096) {
                try transaction.put([UInt8](repeating: 1, count: 3000), for: key, in: table)
            }
        }
        say("ready")
    case "file-size-limit":
        try meetFileSizeLimit(number, environment, table)
    default:
        say("unknown role \(role)")
    }
}

func increment(_ environment: Environment, _ table: Table<UInt64>) throws {
    try environment.write { transaction in
        let before = try transaction.get(0, in: table)?.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) } ?? 0
        try transaction.put(withUnsafeBytes(of: before + 1) { Array($0) }, for: 0, in: table)
    }
}

/// Writes until the file may grow no more, then with the limit lifted.
func meetFileSizeLimit(_ bytes: Int, _ environment: Environment, _ table: Table<UInt64>) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: .max)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    var key: UInt64 = 0
    do {
        while true {
            try environment.write { try $0.put([UInt8](repeating: 1, count: 3000), for: key, in: table) }
            key += 1
        }
    } catch let error as LMDBError {
        say("\(error.condition)")
    }
    say("kept \(try environment.read { try $0.count(table) } == Int(key))")
    limit.rlim_cur = .max
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try environment.write { try $0.put([1], for: key, in: table) }
    say("resumed \(try environment.read { try $0.count(table) } == Int(key) + 1)")
}

let arguments = CommandLine.arguments
do {
    try run(arguments[1], arguments[2], arguments.count > 3 ? Int(arguments[3]) ?? 0 : 0)
} catch {
    say("failed: \(error)")
    exit(1)
}
