/* Random bytes, the same in every run; and what is random otherwise. */
#include "runtime.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Not from the seed of the policy: what the program computes must not depend on who chooses. */
void fill_random(void *into, size_t size) {
  static uint64_t state;
  unsigned char *bytes = into;
  for (size_t i = 0; i < size; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = state >> 56;
  }
}

EXPORT ssize_t getrandom(void *into, size_t size, unsigned flags) {
  if (!controlled()) return real.getrandom(into, size, flags);
  fill_random(into, size);
  return (ssize_t)size;
}

EXPORT int getentropy(void *into, size_t size) { return getrandom(into, size, 0) == (ssize_t)size ? 0 : -1; }

EXPORT void arc4random_buf(void *into, size_t size) {
  for (size_t done = 0; done < size; done += 256) getentropy((char *)into + done, size - done < 256 ? size - done : 256);
}

EXPORT uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

EXPORT uint32_t arc4random_uniform(uint32_t bound) { return bound ? (uint32_t)((uint64_t)arc4random() * bound >> 32) : 0; }

/* std::random_device::_M_getval(): libstdc++ asks the processor. */
EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void *device) {
  REAL(unsigned, _ZNSt13random_device9_M_getvalEv, void *);
  return controlled() || !original ? arc4random() : original(device);
}

static void note_file(const char *path) {
  static const char *const devices[] = { "/dev/urandom", "/dev/random", "/dev/hwrng" };
  for (size_t i = 0; path && i < sizeof devices / sizeof *devices; i++) {
    if (strcmp(path, devices[i]) == 0) uncontrolled(devices[i]);
  }
}

#define OPEN(name) \
  EXPORT int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, unsigned) : 0; \
    va_end(more); \
    if (controlled()) note_file(path); \
    return original(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPEN_FILE(name) \
  EXPORT FILE *name(const char *path, const char *mode) { \
    REAL(FILE *, name, const char *, const char *); \
    if (controlled()) note_file(path); \
    return original(path, mode); \
  }
OPEN_FILE(fopen)
OPEN_FILE(fopen64)
