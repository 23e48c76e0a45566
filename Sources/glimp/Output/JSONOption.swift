import ArgumentParser

/// Whom a result is for, and the way it takes to standard output.
struct JSONOption: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print JSON for programs instead of a table for people.")
    var isSet = false

    /// Writes a result.
    /// - Parameters:
    ///   - result: what programs are given, as one line.
    ///   - lines: what people are given.
    /// - Throws: as ``Output/flush()``.
    func write(_ result: @autoclosure () throws -> some Encodable, text lines: @autoclosure () throws -> [String])
        throws
    {
        try Output.write(isSet ? [JSONText.line(result())] : lines())
    }
}
