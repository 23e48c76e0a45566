import EventLog
import Glibc
import MediaWork

/// Has pictures and videos of strangers looked at in a process of its own, one for each: what one does to it hurts nobody
/// else.
struct MediaWorker: Sendable {
    /// For pictures.
    private let executable: String
    /// For videos.
    private let videoExecutable: String

    init(executable: String, videoExecutable: String) {
        self.executable = executable
        self.videoExecutable = videoExecutable
    }

    /// Those that lie beside the program that runs.
    static let besideThisProgram: MediaWorker = {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = max(0, readlink("/proc/self/exe", &path, path.count))
        let program = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = FileSystem.parent(of: program)
        return MediaWorker(
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
    ///   - input: a file that begins with the picture or video.
    ///   - files: one for each that is made, empty, or examined.
    /// - Returns: nil when the worker died, took too long, or spoke nonsense: the picture is damaged.
    /// - Throws: ``EventLogError`` when no worker can be started, or its output not be written.
    func run(_ task: MediaTask, input: Int32, files: [Int32]) throws(EventLogError) -> MediaReport? {
        precondition(files.count == task.files, "each has a file")
        let executable =
            switch task.kind {
            case .picture: executable
            case .video: videoExecutable
            }
        let child = try ChildProcess(executable, task.arguments, input: input, files: files)
        let said = child.output(atMost: MediaReport.maximumLength, within: .seconds(task.maximumSeconds))
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
        return MediaReport(line: String(said.dropLast()))
    }
}
