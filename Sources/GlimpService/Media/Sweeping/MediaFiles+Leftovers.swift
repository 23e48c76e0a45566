import EventLog
import GlimpDomain
import Glibc

extension MediaFiles {
    /// Removes what processes that are gone have left: uploads that never ended, files whose record never came, and
    /// renditions that were being made. What is on its way stays.
    /// - Returns: how many files.
    func removeLeftovers(_ index: MediaIndex) throws(EventLogError) -> Int {
        var count = 0
        for name in FileSystem.names(in: incoming) {
            guard let media = MediaID(name), let leftover = Leftover(incoming(media)) else { continue }
            // Its record decides whether it was kept, and its name here goes last: a sweep that ends in between leaves
            // it to the next.
            if try !index.contains(media) { remove(media) }
            leftover.remove()
            count += 1
        }
        for name in FileSystem.names(in: making) {
            guard let leftover = Leftover("\(making)/\(name)") else { continue }
            leftover.remove()
            count += 1
        }
        return count
    }

    /// The names in `incoming/` and `making/` on which nobody works.
    var leftovers: [String] {
        [incoming, making].flatMap { folder in
            FileSystem.names(in: folder).map { "\(folder)/\($0)" }.filter { Leftover($0) != nil }
        }
    }

    /// The renditions of one folder whose upload is gone: they can be made again if it should come back, unlike a file
    /// without a record, which is never touched.
    func strayRenditions(in digits: String, _ index: MediaIndex) throws(EventLogError) -> [String] {
        let folder = "\(renditions)/\(digits)"
        var stray: [String] = []
        for name in FileSystem.names(in: folder) {
            guard let media = RenditionName.media(of: name), try !index.contains(media) else { continue }
            stray.append("\(folder)/\(name)")
        }
        return stray
    }

    /// Removes an upload's file, durably, and its renditions, of whatever sizes.
    /// - Returns: how many renditions.
    func removeAll(of media: MediaID) throws(EventLogError) -> Int {
        remove(media)
        try FileSystem.sync(FileSystem.parent(of: file(media)))
        let names = renditions(of: media)
        for name in names { unlink(name) }
        return names.count
    }

    func renditions(of media: MediaID) -> [String] {
        let folder = "\(renditions)/\(media.description.suffix(2))"
        return FileSystem.names(in: folder).filter { RenditionName.media(of: $0) == media }.map { "\(folder)/\($0)" }
    }
}
