import Glibc

/// The few calls on directories that durable creation needs. Errors name the call and the path.
enum Directories {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func make(_ path: String) throws(CredentialsError) {
        guard mkdir(path, 0o700) == 0 else { throw failure("create", path) }
    }

    /// Renames; what is there may only be an empty directory.
    static func move(_ source: String, to destination: String) throws(CredentialsError) {
        guard rename(source, destination) == 0 else { throw failure("rename \(source) to", destination) }
    }

    /// Makes what was created or renamed in a directory survive a power loss.
    static func sync(_ path: String) throws(CredentialsError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync", path) }
    }

    /// Removes an environment's directory that nobody has open.
    static func removeEnvironment(_ path: String) {
        for file in ["data.mdb", "lock.mdb"] { unlink("\(path)/\(file)") }
        rmdir(path)
    }

    /// The path without symbolic links, `.` and `..`; nil when there is nothing.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The directory that holds `path`, and the name within it.
    static func split(_ path: String) -> (parent: String, name: String) {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return (".", String(trimmed)) }
        let name = String(trimmed[trimmed.index(after: slash)...])
        return (slash == trimmed.startIndex ? "/" : String(trimmed[..<slash]), name)
    }

    private static func failure(_ call: String, _ path: String) -> CredentialsError {
        CredentialsError(.inputOutput, "cannot \(call) \(path): \(String(cString: strerror(errno)))")
    }
}
