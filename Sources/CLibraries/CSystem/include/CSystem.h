#pragma once
// System calls and constants that the Glibc module of Swift lacks.
#include <sys/socket.h>
// epoll, eventfd and sendfile are not part of the Glibc module.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>

// accept4 is missing from the module. Stores the remote address in peer.
int csystem_accept4(int descriptor, struct sockaddr_storage *peer, int flags);

// An enumeration in C, thus imported neither as an Int32 nor as a constant.
enum {
  csystem_socket_stream = SOCK_STREAM,
  csystem_socket_datagram = SOCK_DGRAM,
  csystem_socket_close_on_exec = SOCK_CLOEXEC,
  csystem_socket_own = SOCK_NONBLOCK | SOCK_CLOEXEC
};

// Not defined by the module's netinet/tcp.h on every release.
enum { csystem_tcp_notsent_lowat = 25 };

// malloc.h is not part of the module. Returns freed memory to the system.
void csystem_release_memory(void);

// wcwidth needs a feature macro that the module does not set.
int csystem_width(unsigned int scalar);

// sched_getcpu needs it, too. The core that the thread runs on, from 0; 0 where that is not known.
unsigned csystem_current_core(void);

// A signal handler must be async-signal-safe, which Swift code is not. From the second call on the signal is noted
// instead of ending the process, and the counter, an eventfd, becomes readable. -1 with errno where that fails.
int csystem_signal_counter(void);
int csystem_note_signal(int number);
// Whether the signal has come since it was taken last.
int csystem_take_signal(int number);

// sync_file_range needs the macro as well. Starts the writeback of a file's dirty pages without waiting for it.
void csystem_start_writeback(int descriptor);

// So does syncfs. Waits until the disk has the file system of an open file.
int csystem_sync_file_system(int descriptor);

// sys/timex.h is not part of the module. Whether the machine's clock is kept right by NTP; -1 where that is not known.
int csystem_is_clock_synchronised(void);
