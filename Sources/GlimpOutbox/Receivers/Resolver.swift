import Dispatch
import Glibc
import Synchronization

/// What the addresses of a name are.
struct Resolver: Sendable {
    /// In the order in which they should be tried.
    let addresses: @Sendable (_ name: String) async throws -> [IPAddress]

    struct Failure: Error, Sendable { let reason: String }
    /// One reason for names that nobody has and names inside a private network: nobody learns from it which there are.
    static let noAddress = "it has no public address"
    /// This machine is looking up as many names as it may: no fault of the name.
    struct Busy: Error, Sendable {}

    /// The system's, which may take its time: each look-up has a thread, and there are at most `atOnce`.
    static func system(atOnce: Int) -> Resolver {
        let running = Running(limit: atOnce)
        return Resolver { name in
            let thread = try running.enter()
            // A name server that is silent holds the thread, and not who waits for it.
            let answer = Answer()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    answer.wait(continuation)
                    thread.async {
                        let found = Result { try lookUp(name) }
                        running.leave(thread)
                        answer.give(found)
                    }
                }
            } onCancel: {
                answer.give(.failure(CancellationError()))
            }
        }
    }

    private static func lookUp(_ name: String) throws -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, nil, &hints, &list)
        guard code == 0 else { throw Failure(reason: noAddress) }
        defer { freeaddrinfo(list) }
        var found: [IPAddress] = []
        var next = list
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            if getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            {
                let end = text.firstIndex(of: 0) ?? text.endIndex
                let address = IPAddress(String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self))
                // With a zone it is link-local, and none.
                if let address, !found.contains(address) { found.append(address) }
            }
            next = entry.ai_next
        }
        return found
    }

    /// Threads of its own: those of the global queues are what tasks run on.
    private final class Running: Sendable {
        private let free: Mutex<[DispatchQueue]>

        init(limit: Int) { free = Mutex((0..<limit).map { DispatchQueue(label: "resolver-\($0)") }) }

        func enter() throws(Busy) -> DispatchQueue {
            guard let thread = free.withLock({ $0.popLast() }) else { throw Busy() }
            return thread
        }

        func leave(_ thread: DispatchQueue) { free.withLock { $0.append(thread) } }
    }

    /// Given once: by the look-up, or by whoever waits no more.
    private final class Answer: Sendable {
        private struct State {
            var continuation: CheckedContinuation<[IPAddress], any Error>?
            var early: Result<[IPAddress], any Error>?
        }
        private let state = Mutex(State())

        func wait(_ continuation: CheckedContinuation<[IPAddress], any Error>) {
            let early = state.withLock { state in
                if state.early == nil { state.continuation = continuation }
                return state.early
            }
            if let early { continuation.resume(with: early) }
        }

        func give(_ answer: Result<[IPAddress], any Error>) {
            let waiting = state.withLock { state in
                defer { state.continuation = nil }
                if state.continuation == nil, state.early == nil { state.early = answer }
                return state.continuation
            }
            waiting?.resume(with: answer)
        }
    }
}
