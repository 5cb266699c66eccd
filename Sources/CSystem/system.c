#define _GNU_SOURCE
#include "CSystem.h"

int csystem_accept4(int descriptor, int flags) { return accept4(descriptor, 0, 0, flags); }

#include <wchar.h>

int csystem_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }
