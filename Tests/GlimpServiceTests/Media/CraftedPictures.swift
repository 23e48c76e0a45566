import Foundation

@testable import GlimpService

/// Pictures made piece by piece, well-formed unless a test wants them otherwise.
enum CraftedPicture {
    /// 1 × 1, made by a common encoder: its CRCs are not of our making.
    static let foreignPNG = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        ) ?? Data())

    static func png(
        width: UInt32 = 3, height: UInt32 = 3, depth: UInt8 = 8, color: UInt8 = 2, data: [UInt8]? = nil,
        before: [UInt8] = [], after: [UInt8] = []
    ) -> [UInt8] {
        let header = bytes(width) + bytes(height) + [depth, color, 0, 0, 0]
        return PNGReader.signature + chunk("IHDR", header) + before
            + chunk("IDAT", data ?? [0x78, 0x9C, 1, 2, 3, 4, 5, 6]) + after + chunk("IEND", [])
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let covered = Array(type.utf8) + content
        var crc = CRC32()
        crc.update(covered.span)
        return bytes(UInt32(content.count)) + covered + bytes(crc.value)
    }

    /// A JPEG of structure only: a frame, a scan, as much data as it takes.
    static func jpeg(
        width: UInt16 = 16, height: UInt16 = 16, frame: UInt8 = 0xC0, precision: UInt8 = 8, sampling: UInt8 = 0x11,
        data: [UInt8] = [1, 2, 0xFF, 0x00, 3, 0xFF, 0xD0, 4, 5], before: [UInt8] = [], after: [UInt8] = []
    ) -> [UInt8] {
        let header = [precision] + bytes(height) + bytes(width) + [3, 1, sampling, 0, 2, 0x11, 0, 3, 0x11, 0]
        let scan: [UInt8] = [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
        return [0xFF, 0xD8] + segment(0xE0, Array("JFIF".utf8)) + before + segment(frame, header)
            + segment(0xC4, [0, 1, 2]) + segment(0xDA, scan) + data + after + [0xFF, 0xD9]
    }

    static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, code] + bytes(UInt16(content.count + 2)) + content
    }

    /// Different for each number, a square.
    static func png(number: UInt64) -> [UInt8] {
        png(data: [0x78, 0x9C] + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

/// Numbers that a seed repeats.
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init() {
        seed = ProcessInfo.processInfo.environment["GLIMP_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
        state = seed
        print("GLIMP_SEED=\(seed)")
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
