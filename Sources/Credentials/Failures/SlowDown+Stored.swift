/// A stored count of failures: how many, and when the last one was.
extension SlowDown.Count {
    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.number(Int64(failures))
        writer.time(last)
        return writer.bytes
    }

    init(stored: [UInt8]) throws(CredentialsError) {
        var reader = ByteReader(stored, "a count of failures")
        failures = Int(clamping: try reader.number())
        last = try reader.time()
    }
}
