// Calls a function of a library: one that it is linked with, or one that it loads and unloads twice.
#include <dlfcn.h>
#include <stdio.h>

#ifdef LIBRARY
int main(void) {
  for (int round = 0; round < 2; round++) {
    void *library = dlopen(LIBRARY, RTLD_NOW);
    int (*work)(int) = (int (*)(int))dlsym(library, "work");
    printf("%d\n", work(0));
    dlclose(library);
  }
}
#else
int work(int n);

int main(void) { printf("%d\n", work(0)); }
#endif
