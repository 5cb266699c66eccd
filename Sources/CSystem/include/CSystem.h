#pragma once
// What Glibc's overlay lacks: each line says what Swift cannot.
#include <sys/socket.h>
#include <sys/epoll.h>

// accept4 is missing from the overlay.
int csystem_accept4(int descriptor, int flags);

// wcwidth is hidden behind a feature macro that the overlay does not set.
int csystem_width(unsigned int scalar);
