import CVideo
import Glibc
import PictureWork
import WorkerConfinement

// Does one thing with one video of a stranger and ends: see PictureTask. It is a program of its own because libavformat
// brings as many libraries along as libvips does, and a picture needs none of them.

guard let task = PictureTask(arguments: Array(CommandLine.arguments.dropFirst())),
    case .copy(let format, let maximumPixels) = task.kind
else { exit(WorkerExit.usage) }
Confinement.begin(task)
var info = CVideoInfo()
let result = cvideo_copy(
    0, PictureTask.firstOutput, format == .mp4 ? CVIDEO_MP4 : CVIDEO_QUICKTIME, UInt64(maximumPixels),
    UInt64(task.maximumBytes), &info)
let report: PictureReport
switch result {
case CVIDEO_DONE.rawValue:
    report = .made(
        .init(
            width: Int(info.width), height: Int(info.height), box: nil,
            origin: PictureOrigin(video: text(of: info.taken_at), place: text(of: info.place)),
            milliseconds: Int(info.milliseconds)))
case CVIDEO_UNSUPPORTED.rawValue: report = .refused(.unsupported)
case CVIDEO_TOO_MANY_PIXELS.rawValue: report = .refused(.tooManyPixels)
case EFBIG: report = .refused(.tooLarge)
case 1...: exit(WorkerExit.notWritten(result))
default: report = .refused(.damaged)
}
WorkerEnd.tell(report)

/// Of an array of characters as C has it.
func text(of characters: some Any) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
