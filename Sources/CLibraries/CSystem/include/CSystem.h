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
enum { csystem_socket_stream = SOCK_STREAM, csystem_socket_own = SOCK_NONBLOCK | SOCK_CLOEXEC };

// Not defined by the module's netinet/tcp.h on every release.
enum { csystem_tcp_notsent_lowat = 25 };

// malloc.h is not part of the module. Returns freed memory to the system.
void csystem_release_memory(void);

// wcwidth needs a feature macro that the module does not set.
int csystem_width(unsigned int scalar);

// A signal handler must be async-signal-safe, which Swift code is not. From this call on SIGTERM and SIGINT each write
// a byte to a pipe instead of ending the process. Returns the read end, or -1 with errno.
int csystem_termination_pipe(void);

// sync_file_range needs the macro as well. Starts the writeback of a file's dirty pages without waiting for it.
void csystem_start_writeback(int descriptor);
