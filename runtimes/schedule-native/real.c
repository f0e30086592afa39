/* The functions that would have been called without us. */
#include "runtime.h"
#include <dlfcn.h>
#include <string.h>

struct real real;

/* Conditions exist twice in glibc, and dlsym may give the ones of 1999, whose layout is another. */
static void *newest(const char *name) {
#ifdef __x86_64__
  if (strncmp(name, "pthread_cond_", 13) == 0) {
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    if (found) return found;
  }
#endif
  return dlsym(RTLD_NEXT, name);
}

void *real_function(const char *name) { return newest(name); }

void real_resolve(void) {
#define X(result, name, arguments) *(void **)&real.name = newest(#name);
  REAL_FUNCTIONS(X)
#undef X
}
