import Glibc
import MediaWork
import Vips
import WorkerConfinement

// Does one thing with one picture of a stranger and ends: see MediaTask. Whatever the picture does to it, it does to
// this process alone. Whoever started it takes any end without a report for damage of the picture.

guard let task = MediaTask(arguments: Array(CommandLine.arguments.dropFirst())), case .picture(let work) = task.kind
else { exit(WorkerExit.usage) }
Confinement.begin(task)
do throws(VipsError) { try Vips.start(loadsModules: work.needsModules) } catch { exit(WorkerExit.notStarted) }
let report: MediaReport
do throws(VipsError) {
    report = try work.run(maximumBytes: task.maximumBytes)
} catch .notWritten(EFBIG) {
    report = .refused(.tooLarge)
} catch .notWritten(let number) {
    exit(WorkerExit.notWritten(number))
} catch .failed {
    report = .refused(.damaged)
}
WorkerEnd.tell(report)
