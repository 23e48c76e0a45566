import FoundationEssentials

/// Writes the fields of a stored row: numbers big-endian, text after its length.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ value: Int64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func time(_ time: Date) { number(time.microseconds) }

    /// A field whose size is known to the reader.
    mutating func fixed(_ content: some Collection<UInt8>) { bytes.append(contentsOf: content) }

    mutating func text(_ text: String) {
        number(Int64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

/// Reads what ``ByteWriter`` wrote.
struct ByteReader {
    private var rest: ArraySlice<UInt8>
    private let what: String

    /// - Parameter what: for the error when the row is cut short.
    init(_ bytes: [UInt8], _ what: String) {
        rest = bytes[...]
        self.what = what
    }

    mutating func number() throws(CredentialsError) -> Int64 {
        Int64(bitPattern: try fixed(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    mutating func time() throws(CredentialsError) -> Date { Date(microseconds: try number()) }

    mutating func fixed(_ count: Int) throws(CredentialsError) -> [UInt8] {
        guard count >= 0, rest.count >= count else { throw .damaged(what) }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() throws(CredentialsError) -> String {
        String(decoding: try fixed(Int(clamping: try number())), as: UTF8.self)
    }
}

extension Date {
    /// Since 1970, as it is stored.
    var microseconds: Int64 { Int64((timeIntervalSince1970 * 1e6).rounded()) }
    init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1e6) }

    func advanced(by duration: Duration) -> Date { addingTimeInterval(duration.seconds) }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}

extension UUID {
    var bytes: [UInt8] { withUnsafeBytes(of: uuid) { Array($0) } }

    /// - Precondition: there are 16.
    init(bytes: some Collection<UInt8>) {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        self.init(uuid: value)
    }
}
