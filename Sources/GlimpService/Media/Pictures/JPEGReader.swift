/// The markers of a JPEG file (ITU-T T.81, annex B), from SOI to EOI.
///
/// Baseline, extended and progressive with Huffman coding and 8 bits: what every viewer shows. What follows EOI is let
/// pass: phones put previews and gain maps there.
struct JPEGReader {
    private enum Step {
        case beginning
        /// 0xFF is next.
        case marker
        /// The marker's second byte is next; more 0xFF may fill.
        case code
        case length(code: UInt8, high: UInt8?)
        case segment(code: UInt8, left: Int)
        /// Entropy-coded data, up to the next marker.
        case data
        case dataMarker
        case end
    }

    private static let longestKept = 6 + 3 * 4

    private let maximumPixels: Int
    private var step = Step.beginning
    private var kept: [UInt8] = []
    private var frame: JPEGFrame?
    private var scanBytes = 0

    init(maximumPixels: Int) { self.maximumPixels = maximumPixels }

    mutating func consume(_ bytes: Span<UInt8>) throws(MediaError) {
        var place = 0
        while place < bytes.count {
            switch step {
            case .segment(let code, let left):
                let count = min(left, bytes.count - place)
                if Self.isKept(code) { for index in place..<place + count { kept.append(bytes[index]) } }
                place += count
                step = .segment(code: code, left: left - count)
                if count == left { try finishSegment(code) }
            case .data:
                let start = place
                while place < bytes.count, bytes[place] != 0xFF { place += 1 }
                scanBytes += place - start
                if place < bytes.count {
                    place += 1
                    step = .dataMarker
                }
            case .end: return
            default:
                try consume(bytes[place])
                place += 1
            }
        }
    }

    func finish() throws(MediaError) -> Picture {
        guard case .end = step, let frame else { throw .damaged("it is cut short") }
        return frame.picture
    }

    private mutating func consume(_ byte: UInt8) throws(MediaError) {
        switch step {
        case .beginning:
            // The first of the two bytes of SOI was seen when the file was recognised, and is seen here again.
            step = byte == 0xD8 ? .marker : .beginning
        case .marker:
            guard byte == 0xFF else { throw .damaged("there are bytes between its segments") }
            step = .code
        case .code: try begin(byte)
        case .length(let code, nil): step = .length(code: code, high: byte)
        case .length(let code, let high?):
            let length = Int(high) << 8 | Int(byte)
            guard length >= 2 else { throw .damaged("a segment has an impossible length") }
            guard !Self.isKept(code) || length - 2 <= Self.longestKept else {
                throw .damaged("a header is too long")
            }
            step = .segment(code: code, left: length - 2)
            if length == 2 { try finishSegment(code) }
        case .dataMarker:
            switch byte {
            case 0x00:
                scanBytes += 1
                step = .data
            case 0xD0...0xD7: step = .data
            default: try begin(byte)
            }
        case .segment, .data, .end: break
        }
    }

    private mutating func begin(_ code: UInt8) throws(MediaError) {
        switch code {
        case 0xFF: break
        case 0xD9:
            guard let frame, frame.isPlausible(scanBytes: scanBytes) else {
                throw .damaged("it holds less than its header promises")
            }
            step = .end
        case 0xC3, 0xC5...0xCB, 0xCD...0xCF:
            throw .unsupported("This kind of JPEG is not shown everywhere.")
        case 0xC0...0xC2 where frame != nil: throw .damaged("it has two frames")
        case 0xDA where frame == nil: throw .damaged("its data comes before its header")
        case 0xC0...0xC2, 0xC4, 0xCC, 0xDA...0xFE: step = .length(code: code, high: nil)
        default: throw .damaged("a segment is of no known kind")
        }
    }

    private static func isKept(_ code: UInt8) -> Bool { (0xC0...0xC2).contains(code) || code == 0xDA }

    private mutating func finishSegment(_ code: UInt8) throws(MediaError) {
        defer { kept = [] }
        switch code {
        case 0xC0...0xC2:
            frame = try JPEGFrame(header: kept, maximumPixels: maximumPixels)
            step = .marker
        case 0xDA:
            guard let count = kept.first, (1...4).contains(count), kept.count == 4 + 2 * Int(count) else {
                throw .damaged("a scan's header makes no sense")
            }
            step = .data
        default: step = .marker
        }
    }
}
