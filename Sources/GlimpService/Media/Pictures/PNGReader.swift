/// The chunks of a PNG file (PNG, third edition, sections 5 and 11) after its signature, each with its CRC.
struct PNGReader {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private enum Step {
        /// Length and type: 8 bytes.
        case beginning
        case content(left: Int)
        case check
        case end
    }

    private let maximumPixels: Int
    private var step = Step.beginning
    private var kept: [UInt8] = []
    private var type = ""
    private var crc = CRC32()
    private var header: PNGHeader?
    private var hasPalette = false
    private var dataBytes = 0
    private var isDataOver = false

    init(maximumPixels: Int) { self.maximumPixels = maximumPixels }

    mutating func consume(_ bytes: Span<UInt8>) throws(MediaError) {
        var place = 0
        while place < bytes.count {
            switch step {
            case .beginning, .check:
                kept.append(bytes[place])
                place += 1
                if case .check = step {
                    if kept.count == 4 { try finishChunk() }
                } else if kept.count == 8 {
                    try beginChunk()
                }
            case .content(let left):
                let count = min(left, bytes.count - place)
                let part = bytes.extracting(place..<place + count)
                crc.update(part)
                if type == "IHDR" { for index in part.indices { kept.append(part[index]) } }
                place += count
                step = .content(left: left - count)
                if count == left { try finishContent() }
            case .end: throw .damaged("something follows its end")
            }
        }
    }

    func finish() throws(MediaError) -> Picture {
        guard case .end = step, let header else { throw .damaged("it is cut short") }
        return header.picture
    }

    private mutating func beginChunk() throws(MediaError) {
        let length = kept[..<4].reduce(0) { $0 << 8 | Int($1) }
        let name = kept[4...]
        guard length <= Int(Int32.max), name.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) }) else {
            throw .damaged("a chunk makes no sense")
        }
        let wasData = type == "IDAT"
        type = String(decoding: name, as: UTF8.self)
        if wasData, type != "IDAT" { isDataOver = true }
        try require(length)
        if type == "IDAT" { dataBytes += length }
        crc = CRC32()
        crc.update(name.span)
        kept = []
        step = .content(left: length)
        if length == 0 { try finishContent() }
    }

    /// Which chunk may come when, and how long it is.
    private mutating func require(_ length: Int) throws(MediaError) {
        guard (type == "IHDR") == (header == nil) else { throw .damaged("its chunks are out of order") }
        switch type {
        case "IHDR": guard length == 13 else { throw .damaged("its header makes no sense") }
        case "PLTE":
            guard !hasPalette, dataBytes == 0, length % 3 == 0, (3...768).contains(length) else {
                throw .damaged("its palette makes no sense")
            }
            hasPalette = true
        case "IDAT":
            guard !isDataOver, hasPalette || header?.needsPalette == false else {
                throw .damaged("its chunks are out of order")
            }
        case "IEND":
            guard length == 0, let header, header.isPlausible(dataBytes: dataBytes) else {
                throw .damaged("it holds less than its header promises")
            }
        default:
            // An upper-case first letter: a decoder that does not know the chunk can't show the picture.
            guard let first = type.utf8.first, first >= 97 else {
                throw .unsupported("This kind of PNG is not shown everywhere.")
            }
        }
    }

    private mutating func finishContent() throws(MediaError) {
        if type == "IHDR" { header = try PNGHeader(kept, maximumPixels: maximumPixels) }
        kept = []
        step = .check
    }

    private mutating func finishChunk() throws(MediaError) {
        guard kept.reduce(0, { $0 << 8 | UInt32($1) }) == crc.value else { throw .damaged("its bytes were altered") }
        kept = []
        step = type == "IEND" ? .end : .beginning
    }
}
