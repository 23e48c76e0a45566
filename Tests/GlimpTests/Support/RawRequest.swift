import Foundation

/// Bytes over a socket, for what no client would send.
struct RawRequest: Sendable {
    let bytes: [UInt8]
    let port: Int
    /// The last number of the loopback address that it comes from: each has a limit of its own.
    let host: UInt8

    /// Sends them, says that nothing follows, and gives what comes back; nil: nobody listens.
    func answer() async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: exchange()) }
        }
    }

    private func exchange() -> String? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard withAddress("127.0.0.\(host)", 0, { bind(descriptor, $0, $1) }) == 0,
            withAddress("127.0.0.1", port, { connect(descriptor, $0, $1) }) == 0
        else { return nil }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        shutdown(descriptor, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += buffer[..<count]
        }
    }

    private func withAddress(
        _ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
