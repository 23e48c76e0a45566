/// Recognises a picture by its own first bytes and checks its structure to the end, as the bytes come, in pieces of any
/// size. Keeps nothing of them but headers, decodes nothing.
struct PictureReader {
    /// The longest signature there is.
    private static let signatureLength = PNGReader.signature.count

    private let maximumPixels: Int
    private var beginning: [UInt8] = []
    private var jpeg: JPEGReader?
    private var png: PNGReader?

    init(maximumPixels: Int) { self.maximumPixels = maximumPixels }

    /// - Throws: as soon as it is clear that this will be no picture.
    mutating func consume(_ bytes: Span<UInt8>) throws(MediaError) {
        var place = 0
        while jpeg == nil, png == nil {
            guard place < bytes.count else { return }
            beginning.append(bytes[place])
            place += 1
            if beginning.count == Self.signatureLength { try recognise() }
        }
        let rest = bytes.extracting(place..<bytes.count)
        try jpeg?.consume(rest)
        try png?.consume(rest)
    }

    /// The picture, all of whose bytes were consumed.
    func finish() throws(MediaError) -> Picture {
        if let jpeg { return try jpeg.finish() }
        if let png { return try png.finish() }
        throw .unsupported(beginning.isEmpty ? "There are no bytes." : Self.whatIsTaken)
    }

    private static let whatIsTaken = "Pictures are JPEG or PNG; this is neither."

    private mutating func recognise() throws(MediaError) {
        if beginning == PNGReader.signature {
            png = PNGReader(maximumPixels: maximumPixels)
        } else if beginning.starts(with: [0xFF, 0xD8, 0xFF]) {
            var reader = JPEGReader(maximumPixels: maximumPixels)
            try reader.consume(beginning.span)
            jpeg = reader
        } else {
            throw .unsupported(Self.whatIsTaken)
        }
    }
}
