#pragma once
// Processes that handle the bytes of strangers: what Swift cannot call, and what has to be async-signal-safe.
#include <poll.h>
#include <stddef.h>
#include <sys/types.h>

// fork, which Swift declares unavailable. Call it in a process of one thread only: then the child may run any code.
pid_t cconfinement_fork(void);

// Starts a program as another process, with the socket as its standard input and no other open file, with default signals
// and this environment. 0, or the error's number.
int cconfinement_spawn(
    const char *program, char *const *arguments, char *const *environment, int socket, pid_t *process);

// A pipe whose ends are closed by exec; 0, or -1 with errno.
int cconfinement_pipe(int ends[2]);
// A pair of connected sockets, which keep messages apart and are closed by exec. 0, or -1 with errno.
int cconfinement_socket_pair(int sockets[2]);
// Sends descriptors in one message; 0, or -1 with errno.
int cconfinement_send(int socket, const int *descriptors, size_t count);
// Receives a message of exactly that many descriptors: 1, 0 at the end, or -1 with errno.
int cconfinement_receive(int socket, int *descriptors, size_t count);

// As poll without a timeout, but the end of a child process interrupts it, never unnoticed. Not for several threads.
int cconfinement_poll(struct pollfd *sockets, size_t count);

// Closes every descriptor from `first` on.
void cconfinement_close_from(int first);

// Takes from this process for good, and from its threads, what pure computation does not need: files, sockets, other
// processes, privileges, more than `memory` bytes beyond what it has, and more than `seconds` of processor time.
// What fails, or NULL; errno says why.
const char *cconfinement_enter(size_t memory, unsigned seconds);
