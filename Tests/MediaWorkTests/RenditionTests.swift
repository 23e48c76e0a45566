import MediaWork
import Testing

@Suite struct RenditionTests {
    private func size(_ rendition: Rendition, of width: Int, _ height: Int) -> [Int] {
        let size = rendition.size(width: width, height: height)
        return [size.width, size.height]
    }

    @Test func theLongestSideIsAsTheNameSays() {
        #expect(size(.longest240, of: 3_264, 2_448) == [240, 180])
        #expect(size(.longest1024, of: 2_448, 3_264) == [768, 1_024])
        #expect(size(.longest320, of: 1_000, 999) == [320, 320])
        #expect(size(.longest640, of: 65_000, 3) == [640, 1])
        #expect(Rendition.allCases.map(\.rawValue) == ["square-75", "square-150", "240", "320", "640", "1024"])
    }

    @Test func aSquareIsOne() {
        #expect(size(.square75, of: 3_264, 2_448) == [75, 75])
        #expect(size(.square150, of: 3_264, 2_448) == [150, 150])
    }

    @Test func nothingIsEnlarged() {
        #expect(size(.square75, of: 200, 40) == [40, 40])
        #expect(size(.longest1024, of: 1_024, 3) == [1_024, 3])
        #expect(size(.longest240, of: 1, 1) == [1, 1])
    }
}
