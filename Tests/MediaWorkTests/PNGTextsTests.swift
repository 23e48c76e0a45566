import MediaWork
import Testing

@Suite struct PNGTextsTests {
    private func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    private func chunk(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
        number(content.count) + Array(type.utf8) + content + [0, 0, 0, 0]
    }

    private func areTooMany(_ chunks: [[UInt8]]) -> Bool {
        let file = [UInt8](repeating: 0, count: 8) + chunks.flatMap { $0 }
        return PNGTexts.areTooMany { offset, count in
            offset < file.count ? Array(file[offset..<min(file.count, offset + count)]) : []
        }
    }

    private func text(_ count: Int, isCompressed: Bool) -> [UInt8] {
        Array("Title".utf8) + [0, isCompressed ? 1 : 0] + [UInt8](repeating: 7, count: count - 7)
    }

    @Test func compressedTextsCountTogether() {
        let half = PNGTexts.most / 2
        for (first, second) in [(half, half), (half + 1, half - 1)] {
            #expect(
                !areTooMany([
                    chunk("zTXt", text(first, isCompressed: true)), chunk("iTXt", text(second, isCompressed: true)),
                ]))
        }
        #expect(
            areTooMany([
                chunk("zTXt", text(half + 1, isCompressed: true)), chunk("iTXt", text(half, isCompressed: true)),
            ]))
        #expect(areTooMany([chunk("IDAT"), chunk("zTXt", text(PNGTexts.most + 1, isCompressed: true))]))
    }

    @Test func whatIsNotCompressedDoesNotCount() {
        let large = PNGTexts.most + 1
        #expect(
            !areTooMany([
                chunk("iTXt", text(large, isCompressed: false)), chunk("tEXt", text(large, isCompressed: true)),
            ]))
        // Behind the end nobody reads.
        #expect(!areTooMany([chunk("IEND"), chunk("zTXt", text(large, isCompressed: true))]))
    }

    @Test func partsWithoutEndAreTooMany() {
        #expect(!areTooMany(Array(repeating: chunk("tEXt"), count: PNGTexts.mostChunks - 1)))
        #expect(areTooMany(Array(repeating: chunk("tEXt"), count: PNGTexts.mostChunks)))
    }

    @Test func whatIsCutShortIsForTheDecoder() {
        #expect(!areTooMany([]))
        #expect(!areTooMany([[0, 0, 0]]))
        #expect(!areTooMany([[0xFF, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8)]))
        #expect(areTooMany([[0xFF, 0xFF, 0xFF, 0xFF] + Array("zTXt".utf8)]))
    }
}
