import Dispatch
import Glibc

/// Bytes over a socket, for what no client would send. Waits on a thread of its own.
enum RawConnection {
    /// What is waited for. With `.end` the other side is told that nothing follows.
    enum Goal { case head, end }

    /// Sends `bytes` and gives what comes back until there is what is waited for, or for `seconds`.
    static func exchange(_ bytes: [UInt8], port: Int, until goal: Goal = .end, seconds: Int = 20) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: blockingly(bytes, port: port, until: goal, seconds: seconds))
            }
        }
    }

    private static func blockingly(_ bytes: [UInt8], port: Int, until goal: Goal, seconds: Int) -> String {
        guard let descriptor = open(port: port, patience: timeval(tv_sec: seconds, tv_usec: 0)) else { return "" }
        defer { close(descriptor) }
        send(bytes, on: descriptor)
        if goal == .end { shutdown(descriptor, Int32(SHUT_WR)) }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
            if goal == .head, String(decoding: answer, as: UTF8.self).contains("\r\n\r\n") { break }
        }
        return String(decoding: answer, as: UTF8.self)
    }

    /// A connected socket, whose reads wait at most for `patience`; nil: nobody listens.
    /// - Parameter receiveBuffer: bytes that the system takes before they are read; nil: as many as it likes.
    static func open(port: Int, patience: timeval, receiveBuffer: CInt? = nil) -> CInt? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = patience
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<CInt>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isConnected { return descriptor }
        close(descriptor)
        return nil
    }

    /// - Returns: whether all was taken.
    @discardableResult
    static func send(_ bytes: [UInt8], on descriptor: CInt) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
