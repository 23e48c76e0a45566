import EventLog
import Glibc
import MediaWork

/// A program started with a few files, no environment, and a process group of its own.
final class ChildProcess {
    enum End: Hashable {
        case exited(Int32)
        case killed
    }

    private let process: pid_t
    /// What it says on its standard output.
    private let pipe: Int32
    private var isReaped = false

    /// - Parameters:
    ///   - input: is its standard input, from the beginning.
    ///   - files: are its descriptors from 3 on, from the beginning.
    init(
        _ executable: String, _ arguments: [String], input: Int32, files: [Int32]
    ) throws(EventLogError) {
        var ends: [Int32] = [-1, -1]
        // As a pipe, but closed in any other child from the first moment on: an end in there would keep it open.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw FileSystem.failure("talk to", executable) }
        pipe = ends[0]
        defer { close(ends[1]) }
        for file in [input] + files { lseek(file, 0, SEEK_SET) }
        do throws(EventLogError) {
            process = try Self.spawn(executable, arguments, [input, ends[1]] + files)
        } catch {
            close(ends[0])
            throw error
        }
    }

    deinit {
        _ = end(within: .zero)
        close(pipe)
    }

    private static func spawn(
        _ executable: String, _ arguments: [String], _ descriptors: [Int32]
    ) throws(EventLogError) -> pid_t {
        // Out of the way of the numbers that they are to have in the child.
        let targets = [0, 1] + descriptors.indices.dropFirst(2).map { MediaTask.firstFile + Int32($0 - 2) }
        let above = MediaTask.firstFile + Int32(descriptors.count)
        let sources = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, above) }
        defer { for source in sources where source >= 0 { close(source) } }
        guard sources.allSatisfy({ $0 >= 0 }) else { throw FileSystem.failure("duplicate a file for", executable) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (source, target) in zip(sources, targets) {
            posix_spawn_file_actions_adddup2(&actions, source, target)
        }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals as in any new process, and those of a terminal are not meant for it.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // One arena: each would reserve address space, of which it has little.
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("MALLOC_ARENA_MAX=1"), nil]
        defer { for word in environment { free(word) } }
        var process = pid_t()
        errno = posix_spawn(&process, executable, &actions, &attributes, &words, &environment)
        guard errno == 0 else { throw FileSystem.failure("start", executable) }
        return process
    }

    /// What it says until it closes its output.
    /// - Returns: nil when it says more than it may, or has not ended in time.
    func output(atMost most: Int, within limit: Duration) -> String? {
        let deadline = ContinuousClock.now + limit
        var said: [UInt8] = []
        while true {
            let left = ContinuousClock.now.duration(to: deadline).components
            let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else { return nil }
            var poll = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let ready = Glibc.poll(&poll, 1, Int32(clamping: milliseconds))
            guard ready > 0 else {
                if ready < 0, errno != EINTR { return nil }
                continue
            }
            var piece = [UInt8](repeating: 0, count: most + 1)
            let count = read(pipe, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? String(decoding: said, as: UTF8.self) : nil }
            said += piece[..<count]
            guard said.count <= most else { return nil }
        }
    }

    /// Waits for its end, and brings it about when it is not there in time.
    func end(within limit: Duration) -> End {
        guard !isReaped else { return .killed }
        let deadline = ContinuousClock.now + limit
        var ended = siginfo_t()
        // It has closed its output: this is a matter of microseconds, unless it does so on purpose. Looked at and left: as
        // long as it is not reaped, its number is nobody else's.
        while waitid(P_PID, id_t(process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0, ended.si_signo == 0,
            ContinuousClock.now < deadline
        {
            usleep(200)
        }
        // Whatever it has started goes with it: it has a process group of its own.
        kill(-process, SIGKILL)
        var status: Int32 = 0
        var reaped: pid_t
        repeat { reaped = waitpid(process, &status, 0) } while reaped < 0 && errno == EINTR
        isReaped = true
        return reaped == process && status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed
    }
}
