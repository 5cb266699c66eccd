#pragma once

// Asks for a cache line of memory before it is needed, which Swift has no word for.
static inline void prefetch_line(const void *address) { __builtin_prefetch(address); }
