import Foundation

/// A server in a process of its own, on a port of its own.
final class ServerProcess {
    private let process = Process()
    private let said = Pipe()

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// This program in another role; returns once it listens.
    init(role arguments: [String]) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.standardOutput = said
        try process.run()
        guard !said.fileHandleForReading.availableData.isEmpty else {
            throw Failure(description: "\(arguments[0]) ended before it listened")
        }
    }

    /// Another program; returns once `port` is open.
    init(_ program: String, _ arguments: [String], port: Int) async throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.standardError
        try process.run()
        for _ in 0..<1_000 where process.isRunning {
            if Port.isOpen(port) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        stop()
        throw Failure(description: "\(program) does not listen")
    }

    var number: pid_t { process.processIdentifier }

    func stop() {
        guard process.isRunning else { return }
        process.terminate()
        // Not every server ends at SIGTERM.
        for _ in 0..<50 where process.isRunning { usleep(100_000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    deinit { stop() }

    /// What the other role says when it listens.
    static func sayListening() { FileHandle.standardOutput.write(Data("listening\n".utf8)) }
}

/// Ports of this machine.
enum Port {
    /// One that was free a moment ago.
    static func free() throws -> Int {
        try withSocket { socket in
            var address = loopback(0)
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
                }
            }
            guard result == 0 else { throw ServerProcess.Failure(description: "there is no free port") }
            return Int(UInt16(bigEndian: address.sin_port))
        }
    }

    static func isOpen(_ port: Int) -> Bool {
        withSocket { socket in
            var address = loopback(port)
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }
    }

    private static func withSocket<R>(_ body: (Int32) throws -> R) rethrows -> R {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return try body(descriptor)
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }
}
