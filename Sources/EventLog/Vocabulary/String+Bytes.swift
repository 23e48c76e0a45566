import Glibc

/// Opaque means byte for byte, as the index compares. `String` takes two spellings of "é" for one, and two strings that
/// it takes for equal have different hashes there.
extension String {
    func isSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Strings of Swift's own have their bytes in one piece; `elementsEqual` goes byte by byte.
        let isSame = utf8.withContiguousStorageIfAvailable { bytes -> Bool? in
            other.utf8.withContiguousStorageIfAvailable { otherBytes -> Bool in
                guard let start = bytes.baseAddress, let other = otherBytes.baseAddress else { return true }
                return memcmp(start, other, bytes.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xff as UInt8)
    }
}
