/* Random bytes that are the same in every run, and reports of randomness that is not controlled. */
#include "../runtime.h"
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Independent of the seed of the policy: what the program computes must not depend on how lanes are chosen. */
void fill_random(void *into, size_t size) {
  static uint64_t state;
  unsigned char *bytes = into;
  for (size_t i = 0; i < size; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = state >> 56;
  }
}

EXPORT ssize_t getrandom(void *into, size_t size, unsigned flags) {
  if (!controlled_lane()) return real.getrandom(into, size, flags);
  fill_random(into, size);
  return (ssize_t)size;
}

EXPORT int getentropy(void *into, size_t size) { return getrandom(into, size, 0) == (ssize_t)size ? 0 : -1; }

/* Maximum number of bytes that getentropy takes. */
enum { MAX_ENTROPY = 256 };

EXPORT void arc4random_buf(void *into, size_t size) {
  for (size_t done = 0; done < size; done += MAX_ENTROPY) {
    getentropy((char *)into + done, size - done < MAX_ENTROPY ? size - done : MAX_ENTROPY);
  }
}

EXPORT uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof number);
  return number;
}

EXPORT uint32_t arc4random_uniform(uint32_t bound) {
  return bound ? (uint32_t)((uint64_t)arc4random() * bound >> 32) : 0;
}

/* std::random_device::_M_getval(), for which libstdc++ asks the processor. */
EXPORT unsigned _ZNSt13random_device9_M_getvalEv(void *device) {
  DECLARE_ORIGINAL(unsigned, _ZNSt13random_device9_M_getvalEv, void *);
  return controlled_lane() || !original ? arc4random() : original(device);
}

static void report_random_device(const char *path) {
  static const char *const devices[] = { "/dev/urandom", "/dev/random", "/dev/hwrng" };
  for (size_t i = 0; path && i < sizeof devices / sizeof *devices; i++) {
    if (strcmp(path, devices[i]) == 0) report_uncontrolled(devices[i]);
  }
}

#define OPEN(name) \
  EXPORT int name(const char *path, int flags, ...) { \
    DECLARE_ORIGINAL(int, name, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, unsigned) : 0; \
    va_end(more); \
    if (controlled_lane()) report_random_device(path); \
    return original(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPEN_FILE(name) \
  EXPORT FILE *name(const char *path, const char *mode) { \
    DECLARE_ORIGINAL(FILE *, name, const char *, const char *); \
    if (controlled_lane()) report_random_device(path); \
    return original(path, mode); \
  }
OPEN_FILE(fopen)
OPEN_FILE(fopen64)
