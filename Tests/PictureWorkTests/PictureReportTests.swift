import PictureWork
import Testing

/// What the two processes say to each other.
@Suite struct PictureReportTests {
    @Test func aReportIsReadAsItWasWritten() {
        var origin = PictureOrigin()
        let plain = PictureReport.Made(width: 3, height: 4, box: nil, origin: origin)
        origin.takenAt = "2008-10-22T16:28:39+02:00"
        origin.place = PictureOrigin.Place(latitude: -0.00001, longitude: 179.5)
        #expect(origin.place != nil)
        let full = PictureReport.Made(width: 3, height: 3, box: CropBox(x: 1, y: 0, size: 3), origin: origin)
        for report in [PictureReport.made(plain), .made(full), .refused(.damaged), .refused(.tooManyPixels), .shrunk] {
            #expect(PictureReport(line: report.line) == report)
            #expect(report.line.utf8.count < PictureReport.maximumLength)
        }
    }

    @Test func whatNoWorkerWritesIsNotBelieved() {
        for line in [
            "", "made", "refused", "refused nothing", "made 0 1 - - - -", "made 1 -1 - - - -", "made 1 1 - - - - -",
            "made 4294967296 1 - - - -", "made 1 1 0,0,0 - - -", "made 1 1 - yesterday - -", "made 1 1 - - 91,0 -",
            "made 1 1 - - nan,0 -", "made 1 1 - - 1,2,3 -",
            "made 1 1 - - -", "made 1 1 - - - x", "made 1 1 - - - -1",
        ] {
            #expect(PictureReport(line: line) == nil, "\(line)")
        }
    }

    @Test func aTaskIsReadAsItWasWritten() {
        for kind: PictureTask.Kind in [
            .keep(.heic, .square, maximumPixels: 5), .keep(.png, .box(CropBox(x: 1, y: 2, size: 3)), maximumPixels: 5),
            .shrink(.png, to: [SmallerSize(width: 3, height: 3, crops: true)], as: .webp),
            .encode(width: 65_535, height: 1, as: .png),
        ] {
            let task = PictureTask(kind, maximumBytes: 1, maximumMemory: 2, maximumSeconds: 3)
            #expect(PictureTask(arguments: task.arguments) == task)
            #expect(PictureTask(arguments: task.arguments.dropLast()) == nil)
        }
        #expect(PictureTask(arguments: []) == nil)
        let sizes = [(3, 3, true), (4, 5, false)].map { SmallerSize(width: $0.0, height: $0.1, crops: $0.2) }
        let task = PictureTask(
            .shrink(.png, to: sizes, as: .jpeg), maximumBytes: 1, maximumMemory: 2, maximumSeconds: 3)
        #expect(PictureTask(arguments: task.arguments) == task)
        #expect(task.outputs == 2)
        for size in ["", "3", "3x", "0x1", "1x-1", "3x3-", "3x3-crop-", "3x3x3"] {
            #expect(PictureTask(arguments: task.arguments + [size]) == nil, "\(size)")
        }
        for size in [["0", "1"], ["1", "65536"], ["-1", "1"], ["a", "1"], ["1"]] {
            #expect(PictureTask(arguments: ["1", "2", "3", "encode"] + size + ["png"]) == nil, "\(size)")
        }
    }
}
