#define _GNU_SOURCE
#include "CSystem.h"

int csystem_accept4(int descriptor, struct sockaddr_storage *peer, int flags) {
  socklen_t length = sizeof *peer;
  return accept4(descriptor, (struct sockaddr *)peer, &length, flags);
}

#include <malloc.h>
#include <wchar.h>

int csystem_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int termination_pipe[2] = {-1, -1};

static void note_termination(int number) {
  int kept = errno;
  (void)!write(termination_pipe[1], "", 1);
  errno = kept;
}

int csystem_termination_pipe(void) {
  struct sigaction action = {.sa_handler = note_termination, .sa_flags = SA_RESTART};
  if (pipe2(termination_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  if (sigaction(SIGTERM, &action, 0) != 0 || sigaction(SIGINT, &action, 0) != 0) return -1;
  return termination_pipe[0];
}

void csystem_release_memory(void) {
  malloc_trim(0);
}

void csystem_start_writeback(int descriptor) {
  (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}
