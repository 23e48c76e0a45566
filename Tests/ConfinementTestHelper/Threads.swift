import Glibc

enum Threads {
    /// Starts one and waits for its end.
    static func start() -> Int {
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, { _ in nil }, nil)
        if result == 0 { pthread_join(thread, nil) }
        errno = result
        return result == 0 ? 0 : -1
    }
}
