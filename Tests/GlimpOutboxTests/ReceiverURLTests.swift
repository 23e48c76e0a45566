import Testing

@testable import GlimpOutbox

@Suite struct ReceiverURLTests {
    @Test(arguments: [
        ("https://example.org", "https://example.org/", "https://example.org"),
        ("HTTPS://Example.ORG:443/a%20b?c=d&e", "https://example.org/a%20b?c=d&e", "https://example.org"),
        ("https://example.org:8443?x", "https://example.org:8443/?x", "https://example.org:8443"),
        ("https://1.1.1.1/x", "https://1.1.1.1/x", "https://1.1.1.1"),
        ("https://[2606:4700::1111]:8443/x", "https://[2606:4700::1111]:8443/x", "https://[2606:4700::1111]:8443"),
        ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/", "https://xn--bcher-kva.example"),
    ])
    func whatIsTakenIsWrittenInOneWay(text: String, written: String, origin: String) throws {
        let url = try ReceiverURL(text, allowsPlainHTTP: false)
        #expect(url.text == written && url.origin == origin)
        #expect(try ReceiverURL(written, allowsPlainHTTP: false) == url)
    }

    @Test(arguments: [
        "", "example.org", "http://example.org/", "ftp://example.org/", "https:/example.org", "https:example.org",
        "https://", "https:///path", "https://:443/", "https://example.org:0/", "https://example.org:65536/",
        "https://example.org:/", "https://example.org:+1/", "https://example.org:٤/", "https://user@example.org/",
        "https://user:secret@example.org/", "https://127.0.0.1\\@example.org/", "https://example.org/#f",
        "https://exa mple.org/", "https://example.org/a b", "https://example.org/\r\nx: y", "https://ex%61mple.org/",
        "https://bücher.example/", "https://[::1%25lo]/", "https://[1.1.1.1]/", "https://[::1", "https://[::1]x/",
        "https://::1/", "https://a:b:1/", "javascript:alert(1)", "file:///etc/passwd", "https://exam?ple@x/\u{0}",
    ])
    func whatIsNotTaken(text: String) {
        #expect(throws: OutboxError.self) { try ReceiverURL(text, allowsPlainHTTP: false) }
    }

    @Test func itsLengthIsBounded() throws {
        let prefix = "https://example.org/"
        let most = prefix + String(repeating: "a", count: ReceiverURL.mostBytes - prefix.count)
        #expect(try ReceiverURL(most, allowsPlainHTTP: false).text == most)
        #expect(throws: OutboxError.self) { try ReceiverURL(most + "a", allowsPlainHTTP: false) }
    }

    @Test func plainHTTPOnlyWhereItIsAllowed() throws {
        #expect(try ReceiverURL("http://example.org:80/", allowsPlainHTTP: true).text == "http://example.org/")
    }
}
