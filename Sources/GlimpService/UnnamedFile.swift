import Glibc

/// A file that has no name: gone with its descriptor, and with its process, however that ends.
package enum UnnamedFile {
    /// What Swift does not see of `O_TMPFILE`, a macro made of two flags (open(2)).
    private static let flag = O_DIRECTORY | 0o20_000_000

    /// - Parameters:
    ///   - directory: on whose file system it is; one that has no unnamed files makes none.
    ///   - access: `O_RDWR` or `O_WRONLY`.
    /// - Returns: a descriptor; negative: see `errno`.
    package static func open(in directory: String, _ access: Int32) -> Int32 {
        Glibc.open(directory, access | O_CLOEXEC | flag, 0o600)
    }
}
