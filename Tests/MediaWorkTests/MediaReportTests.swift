import MediaWork
import Testing

/// What the two processes say to each other.
@Suite struct MediaReportTests {
    @Test func aReportIsReadAsItWasWritten() {
        var origin = MediaOrigin()
        let plain = MediaReport.Made(width: 3, height: 4, box: nil, origin: origin)
        origin.takenAt = "2008-10-22T16:28:39+02:00"
        origin.place = MediaOrigin.Place(latitude: -0.00001, longitude: 179.5)
        #expect(origin.place != nil)
        let full = MediaReport.Made(width: 3, height: 3, box: CropBox(x: 1, y: 0, size: 3), origin: origin)
        let seen = [PixelSize?](repeating: PixelSize(width: 65_535, height: 65_535), count: 5) + [nil]
        for report in [
            MediaReport.made(plain), .made(full), .refused(.damaged), .refused(.tooManyPixels), .shrunk, .seen(seen),
        ] {
            #expect(MediaReport(line: report.line) == report)
            #expect(report.line.utf8.count < MediaReport.maximumLength)
        }
    }

    @Test func whatNoWorkerWritesIsNotBelieved() {
        for line in [
            "", "made", "refused", "refused nothing", "made 0 1 - - - -", "made 1 -1 - - - -", "made 1 1 - - - - -",
            "made 4294967296 1 - - - -", "made 1 1 0,0,0 - - -", "made 1 1 - yesterday - -", "made 1 1 - - 91,0 -",
            "made 1 1 - - nan,0 -", "made 1 1 - - 1,2,3 -",
            "made 1 1 - - -", "made 1 1 - - - x", "made 1 1 - - - -1", "seen", "seen 1", "seen 0x1", "seen 1x1 x",
        ] {
            #expect(MediaReport(line: line) == nil, "\(line)")
        }
    }

    @Test func aTaskIsReadAsItWasWritten() {
        for kind: PictureTask in [
            .keep(.heic, .square, maximumPixels: 5), .keep(.png, .box(CropBox(x: 1, y: 2, size: 3)), maximumPixels: 5),
            .shrink(.png, to: [SmallerSize(PixelSize(width: 3, height: 3), crops: true)], as: .webp),
            .encode(width: 65_535, height: 1, as: .png), .examine(.webp, count: 6),
        ] {
            let task = MediaTask(.picture(kind), maximumBytes: 1, maximumMemory: 2, maximumSeconds: 3)
            #expect(MediaTask(arguments: task.arguments) == task)
            #expect(MediaTask(arguments: task.arguments.dropLast()) == nil)
        }
        let video = MediaTask(
            .video(VideoTask(.mp4, maximumPixels: 9)), maximumBytes: 1, maximumMemory: 2, maximumSeconds: 3)
        #expect(MediaTask(arguments: video.arguments) == video)
        #expect(MediaTask(arguments: []) == nil)
        for count in ["0", "7", "x"] {
            #expect(MediaTask(arguments: ["1", "2", "3", "examine", "webp", count]) == nil, "\(count)")
        }
        let sizes = [(3, 3, true), (4, 5, false)].map { SmallerSize(PixelSize(width: $0.0, height: $0.1), crops: $0.2) }
        let task = MediaTask(
            .picture(.shrink(.png, to: sizes, as: .jpeg)), maximumBytes: 1, maximumMemory: 2, maximumSeconds: 3)
        #expect(MediaTask(arguments: task.arguments) == task)
        #expect(task.files == 2)
        for size in ["", "3", "3x", "0x1", "1x-1", "3x3-", "3x3-crop-", "3x3x3"] {
            #expect(MediaTask(arguments: task.arguments + [size]) == nil, "\(size)")
        }
        for size in [["0", "1"], ["1", "65536"], ["-1", "1"], ["a", "1"], ["1"]] {
            #expect(MediaTask(arguments: ["1", "2", "3", "encode"] + size + ["png"]) == nil, "\(size)")
        }
    }
}
