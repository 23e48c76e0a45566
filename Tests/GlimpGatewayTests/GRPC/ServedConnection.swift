import Glibc

/// A connection that says hello in HTTP/2 and then nothing more.
struct ServedConnection {
    struct NotConnected: Error {}

    private let descriptor: Int32

    init(_ port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw NotConnected() }
        // The preface and empty settings (RFC 9113, sections 3.4 and 6.5).
        let hello = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        guard send(descriptor, hello, hello.count, Int32(MSG_NOSIGNAL)) == hello.count else { throw NotConnected() }
    }

    /// Whether the server says something.
    func isServed(within seconds: Double = 30) -> Bool {
        var limit = timeval(tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 1
    }

    func leave() { close(descriptor) }
}
