import Dispatch
import Glibc
import Synchronization

/// A connection that is written to and read from only when a test says so. Waits on threads of its own.
final class OpenConnection: Sendable {
    private struct State {
        var read: [UInt8] = []
        var isClosed = false
    }
    let descriptor: CInt
    private let state = Mutex(State())

    /// - Parameter receiveBuffer: bytes that the system takes before they are read; nil: as many as it likes.
    init(port: Int, receiveBuffer: CInt? = nil) throws {
        let patience = timeval(tv_sec: 0, tv_usec: 20_000)
        guard let descriptor = RawConnection.open(port: port, patience: patience, receiveBuffer: receiveBuffer) else {
            throw Missing()
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// - Returns: false when the other side takes no more.
    @discardableResult
    func send(_ text: String) -> Bool { RawConnection.send(Array(text.utf8), on: descriptor) }

    /// Everything that was read so far.
    var text: String { String(decoding: state.withLock(\.read), as: UTF8.self) }

    /// Whether the other side has closed, as far as was read.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Reads until `condition` holds, the other side closes, or `time` has passed.
    /// - Returns: whether it holds.
    @discardableResult
    func read(
        within time: Duration = .seconds(20), until condition: @escaping @Sendable (OpenConnection) -> Bool
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                let end = ContinuousClock.now + time
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while !condition(self), !isClosed, ContinuousClock.now < end {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    let isQuiet = count < 0 && (errno == EAGAIN || errno == EINTR)
                    state.withLock { state in
                        if count > 0 { state.read += buffer[..<count] }
                        state.isClosed = count <= 0 && !isQuiet
                    }
                }
                continuation.resume(returning: condition(self))
            }
        }
    }

    /// Reads until the other side closes.
    /// - Returns: whether it does.
    func closes(within time: Duration = .seconds(20)) async -> Bool { await read(within: time) { $0.isClosed } }

    /// Sends `piece` again and again, until the other side closes.
    /// - Returns: whether it does.
    func drip(_ piece: String, within time: Duration = .seconds(20)) async -> Bool {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            // That it takes no more is how most senders learn that it was closed.
            guard send(piece), !(await closes(within: .milliseconds(50))) else { return true }
        }
        return false
    }

    /// The same without ever reading: what the other side has sent stays where it is.
    func dripUnread(_ piece: String, within time: Duration = .seconds(20)) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                let end = ContinuousClock.now + time
                var (isOver, events) = (false, pollfd(fd: descriptor, events: 0, revents: 0))
                // Without events of interest, poll is a pause that an end of the connection cuts short.
                while !isOver, ContinuousClock.now < end { isOver = !send(piece) || poll(&events, 1, 50) > 0 }
                continuation.resume(returning: isOver)
            }
        }
    }
}
