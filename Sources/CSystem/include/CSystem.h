#pragma once
// What Glibc's overlay lacks: each line says what Swift cannot.
#define _GNU_SOURCE
#include <sys/socket.h>
#include <sys/epoll.h>

// accept4 is missing from the overlay.
int csystem_accept4(int descriptor, int flags);
