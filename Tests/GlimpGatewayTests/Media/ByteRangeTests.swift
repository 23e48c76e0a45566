import Testing

@testable import GlimpGateway

@Suite struct ByteRangeTests {
    @Test func oneRangeIsAPart() {
        #expect(ByteRange("bytes=0-0", of: 10) == .part(0..<1))
        #expect(ByteRange("bytes=2-5", of: 10) == .part(2..<6))
        #expect(ByteRange("bytes=2-", of: 10) == .part(2..<10))
        #expect(ByteRange("bytes=-3", of: 10) == .part(7..<10))
        #expect(ByteRange("Bytes= 2 - 5 ", of: 10) == .part(2..<6))
    }

    @Test func aRangeEndsWithTheContent() {
        #expect(ByteRange("bytes=9-10", of: 10) == .part(9..<10))
        #expect(ByteRange("bytes=-11", of: 10) == .part(0..<10))
        #expect(ByteRange("bytes=0-99999999999999999999", of: 10) == .part(0..<10))
    }

    @Test(arguments: ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
    func whatLiesBeyondTheEndCantBeGiven(header: String) {
        #expect(ByteRange(header, of: 10) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=5-2", "bytes=a-b", "bytes=1-2,4-5", "bytes=+1-2", "bytes=--1",
        "lines=1-2", "bytes=1-2-3", "bytes 1-2", "bytes=１-2",
    ])
    func whatIsNoneIsPassedOver(header: String?) {
        #expect(ByteRange(header, of: 10) == .whole)
    }
}
