import EventLog
import FoundationEssentials
import GlimpDomain
import Glibc

/// Where things lie in `media/`: `index/`, `files/<two digits>/<id>`, `incoming/<id>` until it is kept;
/// `renditions/<two digits>/<id>.<size>.<format>`, `making/…` until they are made.
struct MediaFiles: Sendable {
    let directory: String

    var index: String { directory + "/index" }
    /// Its lock lets one process sweep at a time.
    var sweepLock: String { directory + "/sweep.lock" }
    var incoming: String { directory + "/incoming" }

    func incoming(_ media: MediaID) -> String { "\(incoming)/\(media)" }

    /// Fanned out by the last digits, which are random in every version of a UUID that is made here.
    private func folder(_ media: MediaID) -> String { "\(directory)/files/\(media.description.suffix(2))" }

    /// What `files/` and `renditions/` are fanned out to.
    static let digits = (0..<256).map { number in
        let digits = String(number, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    func file(_ media: MediaID) -> String { "\(folder(media))/\(media)" }

    var renditions: String { directory + "/renditions" }
    var making: String { directory + "/making" }

    func rendition(_ name: RenditionName) -> String { "\(renditions)/\(name.media.description.suffix(2))/\(name)" }

    func making(_ name: RenditionName) -> String { "\(making)/\(name)" }

    /// Makes the directory whole aside, synced, and renames it: after a crash there is all of it or nothing. The loser
    /// of a race uses the winner's.
    func createIfMissing() throws(EventLogError) {
        guard !FileSystem.exists(index) else { return }
        let aside = MediaFiles(directory: "\(directory).\(getpid()).\(FreshID.make().canonicalText).new")
        do {
            try FileSystem.makeDirectory(aside.directory)
            try MediaIndex.create(aside.index)
            try FileSystem.makeDirectory(aside.incoming)
            // All at once: one made later would have to be synced by everybody who finds it there.
            try FileSystem.makeDirectory(aside.directory + "/files")
            for digits in Self.digits { try FileSystem.makeDirectory("\(aside.directory)/files/\(digits)") }
            for path in [aside.index, aside.directory + "/files", aside.directory] { try FileSystem.sync(path) }
            try FileSystem.move(aside.directory, to: directory)
            try FileSystem.sync(FileSystem.parent(of: directory))
        } catch {
            FileSystem.remove(aside.directory)
            guard FileSystem.exists(index) else { throw error }
        }
    }

    /// Gives a synced upload its place, durably; it is at both until ``forgetIncoming(_:)``.
    func place(_ media: MediaID) throws(EventLogError) {
        // Its name on the way first: what has a place and neither record nor that name is never swept.
        try FileSystem.sync(incoming)
        guard link(incoming(media), file(media)) == 0 else { throw FileSystem.failure("link", file(media)) }
        try FileSystem.sync(folder(media))
    }

    func forgetIncoming(_ media: MediaID) { unlink(incoming(media)) }

    func remove(_ media: MediaID) { unlink(file(media)) }
}
