import Dispatch
import Glibc
import Synchronization

/// What the addresses of a name are.
struct Resolver: Sendable {
    /// In the order in which they should be tried.
    let addresses: @Sendable (_ name: String) async throws -> [IPAddress]

    struct Failure: Error, Sendable { let reason: String }

    /// The system's, which may take its time: each look-up has a thread, and there are at most `atOnce`.
    static func system(atOnce: Int) -> Resolver {
        let running = Running(limit: atOnce)
        return Resolver { name in
            try running.enter()
            // A name server that is silent holds the thread, and not who waits for it.
            let answer = Answer()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    answer.wait(continuation)
                    DispatchQueue.global().async {
                        let found = Result { try lookUp(name) }
                        running.leave()
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
        guard code == 0 else {
            throw Failure(reason: "its name has no address: \(String(cString: gai_strerror(code)))")
        }
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

    private final class Running: Sendable {
        private let count = Mutex(0)
        private let limit: Int

        init(limit: Int) { self.limit = limit }

        func enter() throws(Failure) {
            let isFree = count.withLock { count in
                guard count < limit else { return false }
                count += 1
                return true
            }
            guard isFree else { throw Failure(reason: "too many names are being looked up") }
        }

        func leave() { count.withLock { $0 -= 1 } }
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
