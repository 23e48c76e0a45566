import EventLog
import Glibc
import PictureWork

/// Looks at pictures and videos of strangers in a process of its own, one for each: what a picture does to it hurts nobody else.
struct PictureWorker: Sendable {
    private let executable: String
    /// What does the same with videos.
    private let videoExecutable: String

    init(executable: String, videoExecutable: String = "") {
        self.executable = executable
        self.videoExecutable = videoExecutable
    }

    /// Those that lie beside the program that runs.
    static let besideThisProgram: PictureWorker = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = max(0, readlink("/proc/self/exe", &path, path.count))
        let program = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = FileSystem.parent(of: program)
        return PictureWorker(
            executable: folder + "/glimp-media-worker", videoExecutable: folder + "/glimp-video-worker")
    }()

    /// - Throws: ``EventLogError`` when one of them is not there.
    func check() throws(EventLogError) {
        for path in [executable, videoExecutable] {
            guard access(path, X_OK) == 0 else { throw FileSystem.failure("run", path) }
        }
    }

    /// Has a worker do something, and waits for its end, at most as long as the task says and a moment more.
    ///
    /// Blocks its thread.
    /// - Parameters:
    ///   - input: a file that begins with the picture.
    ///   - outputs: empty files, one for each picture that is made.
    /// - Returns: nil when the worker died, took too long, or spoke nonsense: the picture is damaged.
    /// - Throws: ``EventLogError`` when no worker can be started, or its output not be written.
    func run(_ task: PictureTask, input: Int32, outputs: [Int32]) throws(EventLogError) -> PictureReport? {
        precondition(outputs.count == task.outputs, "each picture has a file")
        let executable = if case .copy = task.kind { videoExecutable } else { executable }
        let child = try ChildProcess(executable, task.arguments, input: input, outputs: outputs)
        let said = child.output(atMost: PictureReport.maximumLength, within: .seconds(task.maximumSeconds))
        let end = child.end(within: said == nil ? .zero : .seconds(1))
        switch end {
        case .exited(0): break
        case .exited(WorkerExit.diskFull): throw EventLogError(.full, "the disk is full: no picture can be kept")
        case .exited(WorkerExit.notWritten): throw EventLogError(.inputOutput, "a picture can't be written")
        // What glibc's posix_spawn makes of a failing exec is an error; this is the loader's: a library is missing.
        case .exited(127), .exited(WorkerExit.notStarted):
            throw EventLogError(.inputOutput, "\(executable) does not start: are its libraries installed?")
        case .exited(WorkerExit.usage):
            throw EventLogError(.inputOutput, "\(executable) is of another version: install all programs together")
        default: return nil
        }
        guard let said, said.hasSuffix("\n") else { return nil }
        return PictureReport(line: String(said.dropLast()))
    }
}
