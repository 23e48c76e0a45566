#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Names, not numbers: libseccomp knows those of each architecture, and leaves out what one does not have.
static const char *const refused[] = {
    // The network.
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    // Other programs and processes. A thread's own signals (abort) stay.
    "execve", "execveat", "fork", "vfork", "kill", "tkill", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "ptrace",
    "process_vm_readv", "process_vm_writev", "setns", "unshare",
    // What is on the disk; Landlock refuses it too, where it is.
    "creat", "truncate", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link",
    "linkat", "symlink", "symlinkat", "mknod", "mknodat", "chmod", "fchmodat", "fchmodat2", "chown", "lchown",
    "fchownat", "setxattr", "lsetxattr", "mount", "umount2", "chroot", "pivot_root",
    // Doors into the kernel that pictures do not knock at.
    "bpf", "perf_event_open", "add_key", "request_key", "keyctl", "io_uring_setup", "userfaultfd", "init_module",
    "finit_module", "kexec_load", "open_by_handle_at", "name_to_handle_at",
};

static int refuse(scmp_filter_ctx filter, const char *name, int error) {
    int number = seccomp_syscall_resolve_name(name);
    // One that this libseccomp does not know, or this architecture does not have.
    if (number == __NR_SCMP_ERROR || number < 0) return 0;
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(error), number, 0);
}

// Opening for writing, by each of the flags that mean it.
static int refuse_writing(scmp_filter_ctx filter, int call, unsigned argument) {
    const int flags[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 1,
                SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, flags[i], flags[i])))
            return -1;
    return 0;
}

static int filter_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter) return 0;
    int failed = 0;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) failed |= refuse(filter, refused[i], EPERM);
    // Their flags lie in memory, where no filter can look: glibc asks the older calls instead.
    failed |= refuse(filter, "clone3", ENOSYS) | refuse(filter, "openat2", ENOSYS);
    // Threads, and no processes.
    failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
        SCMP_CMP(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    failed |= refuse_writing(filter, SCMP_SYS(openat), 2);
#ifdef __NR_open
    failed |= refuse_writing(filter, SCMP_SYS(open), 1);
#endif
    // Limits may be read, and not be raised again.
    failed |= refuse(filter, "setrlimit", EPERM);
    failed |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1, SCMP_CMP(2, SCMP_CMP_NE, 0));
    int holds = !failed && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return holds;
}

static void allow_reading(int rules, const char *path) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
        .parent_fd = open(path, O_PATH | O_CLOEXEC),
    };
    if (rule.parent_fd < 0) return;
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

static int close_files(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return 0;
    // Everything that the first version knows: the bits up to that of symbolic links.
    struct landlock_ruleset_attr handled = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0);
    if (rules < 0) return 0;
    // Modules are loaded from there, and colour profiles read; nothing of it is anybody's.
    const char *const shared[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache"};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) allow_reading(rules, shared[i]);
    int holds = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return holds;
}

int cconfinement_begin(void) {
    // Both need it: what is given up can't be had back by a program that is set-user-id.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 0;
    // The files first: the filter would not let their rules be made.
    int files = close_files() ? CCONFINEMENT_FILES : 0;
    return files | (filter_calls() ? CCONFINEMENT_CALLS : 0);
}
