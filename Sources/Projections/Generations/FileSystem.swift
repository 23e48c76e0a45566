import Glibc

/// The few calls that making and replacing directories durably takes.
enum FileSystem {
    static func makeDirectory(_ path: String) throws(ProjectionError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw failure("make \(path)")
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func rename(_ old: String, to new: String) throws(ProjectionError) {
        guard Glibc.rename(old, new) == 0 else { throw failure("rename \(old) to \(new)") }
    }

    /// Makes the names in a directory durable.
    static func syncDirectory(_ path: String) throws(ProjectionError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open \(path)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync \(path)") }
    }

    /// The names in a directory; none when there is no such directory.
    static func names(in path: String) throws(ProjectionError) -> [String] {
        guard let directory = opendir(path) else {
            if errno == ENOENT { return [] }
            throw failure("list \(path)")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a directory of plain files; nothing happens when there is none.
    static func removeDirectory(_ path: String) throws(ProjectionError) {
        for name in try names(in: path) where unlink(path + "/" + name) != 0 && errno != ENOENT {
            throw failure("remove \(path)/\(name)")
        }
        guard rmdir(path) == 0 || errno == ENOENT else { throw failure("remove \(path)") }
    }

    /// The content of a small file; nil when there is none.
    static func read(_ path: String) throws(ProjectionError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open \(path)")
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw failure("read \(path)") }
        return Array(bytes.prefix(count))
    }

    /// Replaces a small file so that after any crash it has the old content or the new one.
    static func replace(_ path: String, with content: String) throws(ProjectionError) {
        let aside = path + ".new"
        let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open \(aside)") }
        let bytes = Array(content.utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten else { throw failure("write \(aside)", code) }
        try rename(aside, to: path)
        try syncDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
    }

    static func failure(_ operation: String, _ code: Int32 = errno) -> ProjectionError {
        ProjectionError(.inputOutput, "\(operation): \(String(cString: strerror(code)))")
    }
}
