#define _GNU_SOURCE
#include "CConfinement.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

pid_t cconfinement_fork(void) { return fork(); }

int cconfinement_spawn(
    const char *program, char *const *arguments, char *const *environment, int socket, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, socket, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  int failure = posix_spawn(process, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int cconfinement_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cconfinement_socket_pair(int sockets[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets); }

enum { max_descriptors = 8 };

int cconfinement_send(int socket, const int *descriptors, size_t count) {
  if (count > max_descriptors) return errno = EINVAL, -1;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(max_descriptors * sizeof(int))];
  } control = {0};
  char byte = 0;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
      .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  ssize_t sent;
  do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1 ? 0 : -1;
}

int cconfinement_receive(int socket, int *descriptors, size_t count) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(max_descriptors * sizeof(int))];
  } control;
  char byte;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t received;
  do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  if (received <= 0) return (int)received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(count * sizeof(int)))
    return errno = EBADMSG, -1;
  memcpy(descriptors, CMSG_DATA(header), count * sizeof(int));
  return 1;
}

static void notice(int number) { (void)number; }

int cconfinement_poll(struct pollfd *sockets, size_t count) {
  static sigset_t waiting;
  static int is_prepared;
  if (!is_prepared) {
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    struct sigaction action = {.sa_handler = notice, .sa_flags = SA_NOCLDSTOP};
    if (sigaction(SIGCHLD, &action, NULL) || sigprocmask(SIG_BLOCK, &blocked, &waiting)) return -1;
    sigdelset(&waiting, SIGCHLD);
    is_prepared = 1;
  }
  return ppoll(sockets, count, NULL, &waiting);
}

void cconfinement_close_from(int first) { close_range((unsigned)first, ~0U, 0); }

static int limit(int resource, rlim_t value) {
  struct rlimit limit = {value, value};
  return setrlimit((__rlimit_resource_t)resource, &limit);
}

// The address space of this process in bytes; 0 where that is not known.
static size_t address_space(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  if (fscanf(file, "%lu", &pages) != 1) pages = 0;
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

// Where memory is short, the kernel ends such processes first.
static void end_first(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  (void)!write(file, "1000", 4);
  close(file);
}

// System calls of pure computation with threads. The others fail with EPERM, so that libraries do without.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(close), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(newfstatat),
    SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(madvise), SCMP_SYS(brk),
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(set_tid_address), SCMP_SYS(gettid),
    SCMP_SYS(getpid), SCMP_SYS(tgkill), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getcpu),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(clock_nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep), SCMP_SYS(getrandom), SCMP_SYS(getrusage), SCMP_SYS(sysinfo), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigaction), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall), SCMP_SYS(exit),
    SCMP_SYS(exit_group)};

static int load_filter(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!filter) return errno = ENOMEM, -1;
  int failure = 0;
  for (size_t i = 0; !failure && i < sizeof allowed / sizeof *allowed; i++)
    failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
  // Threads, no processes. The flags of clone3 are in memory, where a filter cannot look: libraries use clone instead.
  if (!failure)
    failure = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  if (!failure) failure = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  if (!failure) failure = seccomp_load(filter);
  seccomp_release(filter);
  if (failure) errno = -failure;
  return failure;
}

const char *cconfinement_enter(size_t memory, unsigned seconds) {
  size_t present = address_space();
  end_first();
  if (!present) return "/proc";
  // A signal at the soft limit says why the process ends; at the hard one the kernel kills it.
  struct rlimit time = {seconds, seconds + 1};
  if (limit(RLIMIT_AS, present + memory) || setrlimit(RLIMIT_CPU, &time) || limit(RLIMIT_FSIZE, 0) ||
      limit(RLIMIT_CORE, 0) || limit(RLIMIT_NOFILE, 16))
    return "setrlimit";
  // It ends with its host.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) || prctl(PR_SET_DUMPABLE, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return "prctl";
  return load_filter() ? "seccomp" : NULL;
}
