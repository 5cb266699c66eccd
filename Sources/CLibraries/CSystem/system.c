#define _GNU_SOURCE
#include "CSystem.h"

int csystem_accept4(int descriptor, struct sockaddr_storage *peer, int flags) {
  socklen_t length = sizeof *peer;
  return accept4(descriptor, (struct sockaddr *)peer, &length, flags);
}

#include <malloc.h>
#include <sched.h>
#include <wchar.h>

unsigned csystem_current_core(void) {
  int core = sched_getcpu();
  return core < 0 ? 0 : (unsigned)core;
}

int csystem_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

#include <sys/eventfd.h>

static int signal_counter = -1;
static volatile sig_atomic_t has_come[NSIG];

static void note_signal(int number) {
  int kept = errno;
  has_come[number] = 1;
  (void)!write(signal_counter, &(uint64_t){1}, sizeof(uint64_t));
  errno = kept;
}

int csystem_signal_counter(void) {
  if (signal_counter < 0) signal_counter = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return signal_counter;
}

int csystem_note_signal(int number) {
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  return sigaction(number, &action, 0);
}

int csystem_take_signal(int number) {
  if (!has_come[number]) return 0;
  has_come[number] = 0;
  return 1;
}

void csystem_release_memory(void) {
  malloc_trim(0);
}

void csystem_start_writeback(int descriptor) {
  (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int csystem_sync_file_system(int descriptor) { return syncfs(descriptor); }

#include <sys/timex.h>

int csystem_is_clock_synchronised(void) {
  struct timex state = {.modes = 0};
  int result = adjtimex(&state);
  return result < 0 ? -1 : result != TIME_ERROR && !(state.status & STA_UNSYNC);
}
