/*
 * Yield points that the compiler inserts: at each basic block with -fsanitize-coverage=trace-pc, before each memory
 * access with -fsanitize=thread, whose own runtime is not linked. Atomic operations are in atomics.c.
 *
 * Nearly all the cost of control is here. So this file is compiled twice: into the library, and as an object that
 * `culprit schedule build` links into each program, where calls need no indirection.
 */
#include "../runtime.h"

EXPORT void __sanitizer_cov_trace_pc(void) { step(CALLER_PC, NULL, NULL); }

/* Compilers call this at the start of each file with such yield points. */
EXPORT void __tsan_init(void) { note_instrumented(); }
EXPORT void __tsan_func_entry(void *caller) { (void)caller; }
EXPORT void __tsan_func_exit(void) {}
EXPORT void __tsan_ignore_thread_begin(void) {}
EXPORT void __tsan_ignore_thread_end(void) {}

#define ACCESS(name, action) \
  EXPORT void __tsan_##name(void *object) { step(CALLER_PC, action, object); }
#define ACCESSES_BY_SIZE(kind, action) \
  ACCESS(kind##1, action) ACCESS(kind##2, action) ACCESS(kind##4, action) ACCESS(kind##8, action) \
  ACCESS(kind##16, action)
ACCESSES_BY_SIZE(read, "reads")
ACCESSES_BY_SIZE(write, "writes")
ACCESSES_BY_SIZE(read_write, "reads_and_writes")
ACCESSES_BY_SIZE(unaligned_read, "reads")
ACCESSES_BY_SIZE(unaligned_write, "writes")
ACCESSES_BY_SIZE(unaligned_read_write, "reads_and_writes")
ACCESSES_BY_SIZE(volatile_read, "reads")
ACCESSES_BY_SIZE(volatile_write, "writes")
ACCESSES_BY_SIZE(unaligned_volatile_read, "reads")
ACCESSES_BY_SIZE(unaligned_volatile_write, "writes")
ACCESS(vptr_read, "reads")

/* With a second argument, which is not used. */
#define ACCESS_WITH(name, type, action) \
  EXPORT void __tsan_##name(void *object, type unused) { \
    (void)unused; \
    step(CALLER_PC, action, object); \
  }
ACCESS_WITH(read_range, long, "reads")
ACCESS_WITH(write_range, long, "writes")
ACCESS_WITH(vptr_update, void *, "writes")

#define ACCESSES_WITH_PC(kind, action) \
  ACCESS_WITH(kind##1_pc, void *, action) ACCESS_WITH(kind##2_pc, void *, action) \
  ACCESS_WITH(kind##4_pc, void *, action) ACCESS_WITH(kind##8_pc, void *, action)
ACCESSES_WITH_PC(read, "reads")
ACCESSES_WITH_PC(write, "writes")
