import Credentials
import NIOCore
import Synchronization

/// How many connections an address may hold, of all doors of a process: one must not keep everybody else out.
final class ConnectionsOfAddress: Sendable {
    private let held = Mutex<[ClientAddress: Int]>([:])
    private let limit: Int
    private let unlimited: Set<ClientAddress>

    /// - Parameter proxies: addresses that stand for many.
    init(limit: Int, except proxies: [String]) {
        self.limit = limit
        unlimited = Set(proxies.compactMap { ClientAddress($0) })
    }

    /// Counts a connection until it is closed.
    /// - Returns: false when its address has as many as it may: it is to be closed.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress?.ipAddress.flatMap({ ClientAddress($0) }),
            !unlimited.contains(address)
        else { return true }
        let isAdmitted = held.withLock { held in
            guard held[address, default: 0] < limit else { return false }
            held[address, default: 0] += 1
            return true
        }
        if isAdmitted { channel.closeFuture.whenComplete { [self] _ in release(address) } }
        return isAdmitted
    }

    private func release(_ address: ClientAddress) {
        held.withLock { held in
            let left = held[address, default: 1] - 1
            held[address] = left > 0 ? left : nil
        }
    }
}
