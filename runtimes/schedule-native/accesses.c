/*
 * What the compiler calls in a program built for it. With -fsanitize-coverage=trace-pc: at each basic block. With
 * -fsanitize=thread, linked without its runtime: before each access to memory (and atomics.c).
 *
 * Nearly all that control costs is spent here. So this file is compiled twice: into the library, and as an object that culprit
 * schedule build links into each program, where a call need not go through a table.
 */
#include "runtime.h"

EXPORT void __sanitizer_cov_trace_pc(void) { step(CALLER, NULL, NULL); }

EXPORT void __tsan_init(void) {}
EXPORT void __tsan_func_entry(void *caller) { (void)caller; }
EXPORT void __tsan_func_exit(void) {}
EXPORT void __tsan_ignore_thread_begin(void) {}
EXPORT void __tsan_ignore_thread_end(void) {}

#define ACCESS(name, does) \
  EXPORT void __tsan_##name(void *at) { step(CALLER, does, at); }
#define ACCESSES(kind, does) \
  ACCESS(kind##1, does) ACCESS(kind##2, does) ACCESS(kind##4, does) ACCESS(kind##8, does) ACCESS(kind##16, does)
ACCESSES(read, "reads") ACCESSES(write, "writes") ACCESSES(read_write, "reads_and_writes")
ACCESSES(unaligned_read, "reads") ACCESSES(unaligned_write, "writes") ACCESSES(unaligned_read_write, "reads_and_writes")
ACCESSES(volatile_read, "reads") ACCESSES(volatile_write, "writes")
ACCESSES(unaligned_volatile_read, "reads") ACCESSES(unaligned_volatile_write, "writes")
ACCESS(vptr_read, "reads")

#define ACCESS_OF(name, second, does) \
  EXPORT void __tsan_##name(void *at, second with) { \
    (void)with; \
    step(CALLER, does, at); \
  }
ACCESS_OF(read_range, long, "reads") ACCESS_OF(write_range, long, "writes") ACCESS_OF(vptr_update, void *, "writes")
#define ACCESSES_OF(kind, does) \
  ACCESS_OF(kind##1_pc, void *, does) ACCESS_OF(kind##2_pc, void *, does) \
  ACCESS_OF(kind##4_pc, void *, does) ACCESS_OF(kind##8_pc, void *, does)
ACCESSES_OF(read, "reads") ACCESSES_OF(write, "writes")
