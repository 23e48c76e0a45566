import Glibc
import PictureWork
import Vips
import WorkerConfinement

// Does one thing with one picture of a stranger and ends: see PictureTask. Whatever the picture does to it, it does to
// this process alone. Whoever started it takes any end without a report for damage of the picture.

guard let task = PictureTask(arguments: Array(CommandLine.arguments.dropFirst())) else {
    exit(WorkerExit.usage)
}
Confinement.begin(task)
do throws(VipsError) { try Vips.start(loadsModules: task.needsModules) } catch { exit(WorkerExit.notStarted) }
let report: PictureReport
do throws(VipsError) {
    report = try task.run()
} catch .notWritten(EFBIG) {
    report = .refused(.tooLarge)
} catch .notWritten(let number) {
    exit(WorkerExit.notWritten(number))
} catch .failed {
    report = .refused(.damaged)
}
WorkerEnd.tell(report)
