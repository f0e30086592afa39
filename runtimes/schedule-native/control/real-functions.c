#include "../runtime.h"
#include <dlfcn.h>
#include <string.h>

struct real_functions real;
int real_functions_resolved;

void resolve_real_functions(void) {
  if (real_functions_resolved) return;
  real_functions_resolved = 1;
#define X(result, name, arguments) *(void **)&real.name = find_real_function(#name);
  REAL_FUNCTIONS(X)
#undef X
}

/*
 * glibc has two versions of the condition variable functions; dlsym may find those of 1999, which use another layout.
 */
void *find_real_function(const char *name) {
#ifdef __x86_64__
  if (strncmp(name, "pthread_cond_", 13) == 0) {
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    if (found) return found;
  }
#endif
  return dlsym(RTLD_NEXT, name);
}
