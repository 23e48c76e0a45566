import CVideo
import Glibc
import MediaWork
import WorkerConfinement

// Does one thing with one video of a stranger and ends: see MediaTask. It is a program of its own because libavformat
// brings as many libraries along as libvips does, and a picture needs none of them.

guard let task = MediaTask(arguments: Array(CommandLine.arguments.dropFirst())),
    case .video(let work) = task.kind
else { exit(WorkerExit.usage) }
Confinement.begin(task)
var info = CVideoInfo()
let result = cvideo_copy(
    0, MediaTask.firstFile, work.format == .mp4 ? CVIDEO_MP4 : CVIDEO_QUICKTIME, UInt64(work.maximumPixels),
    UInt64(VideoTask.mostSamples), UInt64(task.maximumBytes), &info)
let report: MediaReport
switch result {
case CVIDEO_DONE.rawValue:
    report = .made(
        .init(
            width: Int(info.width), height: Int(info.height), box: nil,
            origin: MediaOrigin(video: text(of: info.taken_at), place: text(of: info.place)),
            milliseconds: Int(info.milliseconds)))
case CVIDEO_UNSUPPORTED.rawValue: report = .refused(.unsupported)
case CVIDEO_TOO_MANY_SAMPLES.rawValue: report = .refused(.tooManyParts)
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
