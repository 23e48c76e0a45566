import Glibc
import NIOCore

extension Channel {
    /// Has the system close the connection when what lies in its buffers is not taken by the other side for so long
    /// (RFC 5482). What is no TCP has no such time.
    func setPatience(ofPeer time: TimeAmount) {
        let option = ChannelOptions.Types.SocketOption(
            level: .tcp, name: NIOBSDSocket.Option(rawValue: CInt(TCP_USER_TIMEOUT)))
        setOption(option, value: Int(time.nanoseconds / 1_000_000)).whenComplete { _ in }
    }
}
