import Glibc

/// An IP address, and whether it is one of the public internet.
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16, as on the wire.
    let bytes: [UInt8]
    let description: String

    var isVersion6: Bool { bytes.count == 16 }

    /// - Returns: nil for what is not written as inet_pton(3) takes it: no `127.1`, no `0x7f.1`, no zone.
    init?(_ text: String) {
        for (family, size) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: size)
            if inet_pton(family, text, &bytes) == 1 {
                self.bytes = bytes
                description = text
                return
            }
        }
        return nil
    }

    /// Whether strangers may have it called: it is assigned to the public internet, and leads nowhere else (IANA's
    /// registries of special-purpose addresses, RFC 6890).
    var isPublic: Bool {
        isVersion6
            ? Self.isIn(bytes, Self.global6) && !Self.special6.contains { Self.isIn(bytes, $0) }
            : !Self.special4.contains { Self.isIn(bytes, $0) }
    }

    /// Whether nothing can listen there, however it is configured.
    var isNowhere: Bool {
        let never: [Network] =
            isVersion6
            ? [Network([0xFF], 8), Network([UInt8](repeating: 0, count: 16), 128)]
            : [Network([224], 4), Network([0], 8), Network([255, 255, 255, 255], 32)]
        // 224.0.0.0/4 in whichever way it is written.
        return never.contains { Self.isIn(bytes, $0) } || mapped?.isNowhere == true
    }

    /// The IPv4 address that an IPv4-mapped one stands for.
    private var mapped: IPAddress? {
        guard isVersion6, Self.isIn(bytes, Network([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96)) else { return nil }
        return IPAddress(bytes[12...].map(String.init).joined(separator: "."))
    }

    private struct Network {
        let prefix: [UInt8]
        let bits: Int

        init(_ prefix: [UInt8], _ bits: Int) {
            self.prefix = prefix
            self.bits = bits
        }
    }

    private static func isIn(_ bytes: [UInt8], _ network: Network) -> Bool {
        (0..<network.bits).allSatisfy { bit in
            let wanted = bit / 8 < network.prefix.count ? network.prefix[bit / 8] : 0
            return (bytes[bit / 8] ^ wanted) >> (7 - bit % 8) & 1 == 0
        }
    }

    private static let special4: [Network] = [
        Network([0], 8), Network([10], 8), Network([100, 64], 10), Network([127], 8), Network([169, 254], 16),
        Network([172, 16], 12), Network([192, 0, 0], 24), Network([192, 0, 2], 24), Network([192, 88, 99], 24),
        Network([192, 168], 16), Network([198, 18], 15), Network([198, 51, 100], 24), Network([203, 0, 113], 24),
        // Multicast, and everything above it.
        Network([224], 3),
    ]

    /// All that is assigned. Loopback, unique-local, link-local, multicast, IPv4-mapped and NAT64 lie outside.
    private static let global6 = Network([0x20], 3)

    /// Within it: protocols of the IETF with Teredo, documentation, and 6to4, which leads to IPv4.
    private static let special6: [Network] = [
        Network([0x20, 0x01, 0x00], 23), Network([0x20, 0x01, 0x0D, 0xB8], 32), Network([0x20, 0x02], 16),
        Network([0x3F, 0xFF], 20),
    ]
}
