#pragma once
// What Glibc's overlay lacks: each line says what Swift cannot.
#include <sys/socket.h>
// epoll and eventfd are not part of the overlay at all.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/sendfile.h>

// accept4 is missing from the overlay. The other side's address goes to peer.
int csystem_accept4(int descriptor, struct sockaddr_storage *peer, int flags);

// A C enumeration there, and thus neither an Int32 nor a constant in Swift.
enum { csystem_socket_stream = SOCK_STREAM, csystem_socket_own = SOCK_NONBLOCK | SOCK_CLOEXEC };

// Not named by the overlay's netinet/tcp.h on every release.
enum { csystem_tcp_notsent_lowat = 25 };

// malloc.h is not part of the overlay. Gives memory that was freed back to the system.
void csystem_release_memory(void);

// wcwidth is hidden behind a feature macro that the overlay does not set.
int csystem_width(unsigned int scalar);

// A handler may only do what is safe within a signal, of which Swift promises nothing. From this call on SIGTERM and
// SIGINT each put a byte into a pipe instead of ending the process. Answers the end to read from, or -1 with errno.
int csystem_termination_pipe(void);

// sync_file_range is hidden as well. Has the system begin to write what is new in a file, and does not wait for it.
void csystem_start_writeback(int descriptor);
