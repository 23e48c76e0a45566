import LMDB

@testable import EventLog

/// XXH3-64, little-endian.
func checksum(of bytes: [UInt8]) -> [UInt8] {
    withUnsafeBytes(of: bytes.span.bytes.checksum().littleEndian) { Array($0) }
}
