import Testing

@testable import GlimpOutbox

@Suite struct IPAddressTests {
    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.0.3.1",
        "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.1", "203.0.114.1",
        "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::200e", "2001:200::1", "2003::1",
        "3fff:1000::1",
    ])
    func thePublicInternet(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isPublic && !address.isNowhere)
    }

    @Test(arguments: [
        "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1", "127.255.255.255",
        "169.254.0.1", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1",
        "192.168.0.1", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1",
        "240.0.0.1", "255.255.255.254", "::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "::ffff:127.0.0.1",
        "::ffff:8.8.8.8", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1",
        "2001:db8::1", "2002:7f00:1::", "3fff::1", "4000::1", "5f00::1",
    ])
    func whatIsForNobodyElse(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic && !address.isNowhere)
    }

    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "224.0.0.1", "239.255.255.255", "255.255.255.255", "::", "ff02::1", "ff05::2",
        "::ffff:0.0.0.0", "::ffff:224.0.0.1",
    ])
    func whatIsNowhereEvenWhenPrivateAddressesAreAllowed(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!address.isPublic && address.isNowhere)
    }

    @Test(arguments: [
        "", "127.1", "2130706433", "0x7f.0.0.1", "0177.0.0.1", "1.2.3", "1.2.3.4.5", "fe80::1%lo", "[::1]", "a",
        " 1.1.1.1", "1.1.1.1 ", "256.1.1.1",
    ])
    func whatIsNoAddress(text: String) { #expect(IPAddress(text) == nil) }
}
