import MediaWork
import Testing

@Suite struct CropTests {
    private func box(_ text: String, of width: Int, _ height: Int) -> String? {
        guard let crop = Crop(text) else { return "malformed" }
        return crop.box(width: width, height: height).map { $0?.description ?? "whole" }
    }

    @Test func aSquareIsAtTheCentre() {
        #expect(box("square", of: 10, 4) == "3,0,4")
        #expect(box("square", of: 4, 9) == "0,2,4")
        #expect(box("square", of: 5, 5) == "whole")
        #expect(box("none", of: 4, 9) == "whole")
    }

    @Test func aBoxLiesWithin() {
        #expect(box("6,0,4", of: 10, 4) == "6,0,4")
        #expect(box("7,0,4", of: 10, 4) == nil)
        #expect(box("0,1,4", of: 10, 4) == nil)
        #expect(box("0,0,4", of: 4, 4) == "whole")
        #expect(box("999999999,0,999999999", of: 10, 10) == nil)
    }

    @Test func anythingElseIsNoCrop() {
        for text in ["", "Square", "1,2", "1,2,3,4", "1,2,0", "-1,2,3", "+1,2,3", "1, 2,3", "1,2,1000000000", "a,b,c"] {
            #expect(Crop(text) == nil, "\(text)")
        }
    }
}
