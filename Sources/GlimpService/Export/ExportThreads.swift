import Dispatch

/// Where archives are made: beside the threads that Swift's tasks share. A person's rows and events are read without a
/// pause, for seconds where there are many, and as many exports as there are cores would keep everybody waiting.
///
/// It has as many threads as there are exports at once.
final class ExportThreads: TaskExecutor {
    static let shared = ExportThreads()

    private let queue = DispatchQueue(label: "exports", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
