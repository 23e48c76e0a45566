import Glibc

/// The few calls on files and directories that durable creation needs. Errors name the call and the path.
package enum FileSystem {
    /// - Returns: false when it was there.
    @discardableResult
    package static func makeDirectory(_ path: String) throws(EventLogError) -> Bool {
        if mkdir(path, 0o700) == 0 { return true }
        guard errno == EEXIST else { throw failure("create", path) }
        return false
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Tells a file from a later one at the same path, as long as somebody has it open.
    package struct Identity: Hashable, Sendable {
        let device: UInt
        let inode: UInt
    }

    /// nil: there is no such file.
    static func identity(of path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }

    /// In bytes; 0 when there is no such file.
    package static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    static func isSame(_ path: String, as identity: Identity?) -> Bool {
        identity != nil && self.identity(of: path) == identity
    }

    /// Renames, replacing a file; a directory only if it is empty.
    package static func move(_ source: String, to destination: String) throws(EventLogError) {
        guard rename(source, destination) == 0 else { throw failure("rename \(source) to", destination) }
    }

    /// Makes what was created, renamed or removed in a directory (or written to a file) survive a power loss.
    package static func sync(_ path: String) throws(EventLogError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", path) }
    }

    /// Replaces a small file as a whole: written aside, synced, renamed, its directory synced.
    package static func replace(_ path: String, with content: [UInt8]) throws(EventLogError) {
        let aside = "\(path).\(getpid()).new"
        let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("create", aside) }
        defer { close(descriptor) }
        do throws(EventLogError) {
            guard writeAll(content, to: descriptor) else { throw failure("write", aside) }
            guard fsync(descriptor) == 0 else { throw failure("sync", aside) }
            try move(aside, to: path)
        } catch {
            unlink(aside)
            throw error
        }
        try sync(parent(of: path))
    }

    /// Writes where the file stands, whatever part of it a call of the kernel does.
    /// - Returns: whether all of it was written; if not, `errno` says why.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                rest = rest.dropFirst(written)
            }
            return true
        }
    }

    /// A small file's content; nil when there is none.
    package static func read(_ path: String, limit: Int = 1 << 16) throws(EventLogError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("open", path)
        }
        defer { close(descriptor) }
        var content = [UInt8](repeating: 0, count: limit)
        let count = content.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw failure("read", path) }
        return Array(content[..<count])
    }

    package static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a directory with what is in it. What is not there is no error.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    /// What comes after the last slash.
    package static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
    }

    package static func parent(of path: String) -> String {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    package static func failure(_ call: String, _ path: String) -> EventLogError {
        let number = errno
        let code: EventLogError.Code =
            switch number {
            case ENOENT: .notFound
            case ENOSPC, EDQUOT: .full
            default: .inputOutput
            }
        return EventLogError(code, "cannot \(call) \(path): \(String(cString: strerror(number)))")
    }
}
