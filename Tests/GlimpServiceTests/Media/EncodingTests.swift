import EventLog
import Foundation
import GlimpDomain
import MediaWork
import PicturesForTests
import Testing

@testable import GlimpService

/// Pictures that the program draws itself.
@Suite struct EncodingTests {
    let scratch: ScratchMedia
    init() throws { scratch = try ScratchMedia() }

    /// Red, green, blue and white quarters.
    private static func pixels(_ width: Int, _ height: Int) -> [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).flatMap { x -> [UInt8] in
                switch (x < width / 2, y < height / 2) {
                case (true, true): [255, 0, 0]
                case (false, true): [0, 255, 0]
                case (true, false): [0, 0, 255]
                case (false, false): [255, 255, 255]
                }
            }
        }
    }

    @Test(arguments: [PictureFormat.jpeg, .png, .webp])
    func pixelsBecomeAPicture(_ format: PictureFormat) async throws {
        let bytes = try await scratch.store().encode(Self.pixels(64, 32), width: 64, height: 32, as: format)
        #expect(PictureFormat(magic: bytes) == format)
        let path = scratch.path + "/encoded"
        try Data(bytes).write(to: URL(filePath: path))
        let seen = try #require(SeenPicture(path))
        #expect((seen.width, seen.height) == (64, 32))
        #expect(seen.quarters == "rgbw" && seen.fields.isEmpty && !seen.hasProfile)
    }

    @Test func moreOrFewerPixelsThanSaidAreRefused() async throws {
        for count in [0, 64 * 32 * 3 - 1, 64 * 32 * 3 + 1] {
            await #expect(throws: MediaError.damaged) {
                _ = try await scratch.store().encode(
                    [UInt8](repeating: 1, count: count), width: 64, height: 32, as: .png)
            }
        }
    }
}
