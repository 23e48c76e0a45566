import CConfinement
import Glibc

// Tries what a worker that a picture has taken over would try, and prints what came of it, a line each: `name errno`, 0
// for what was done. Before that, which parts of the confinement hold.

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(64) }
let (secret, new) = (arguments[1], arguments[2])
print("holds", cconfinement_begin())

func attempt(_ name: String, _ body: () -> Int) {
    errno = 0
    print(name, body() >= 0 ? 0 : errno)
}

attempt("socket") { Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) }
attempt("unix") { Int(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)) }
attempt("read") { Int(open(secret, O_RDONLY)) }
attempt("write") { Int(open(secret, O_RDWR)) }
attempt("create") { Int(open(new, O_WRONLY | O_CREAT, 0o600)) }
attempt("unlink") { Int(unlink(secret)) }
attempt("rename") { Int(rename(secret, new)) }
attempt("chmod") { Int(chmod(secret, 0o777)) }
attempt("signal") { Int(kill(getppid(), 0)) }
attempt("spawn") {
    var process = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    let result = posix_spawn(&process, "/bin/true", nil, nil, &words, nil)
    errno = result
    return result == 0 ? 0 : -1
}
attempt("limit") {
    var limit = rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40)
    return Int(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit))
}
// And what it does need.
attempt("library") { Int(open("/usr/lib", O_RDONLY)) }
attempt("memory") { malloc(1 << 20) == nil ? -1 : 0 }
attempt("thread") { Threads.start() }
fflush(nil)
