#pragma once

// Prefetches a cache line, for which Swift has no intrinsic.
static inline void prefetch_line(const void *address) { __builtin_prefetch(address); }
