#include "../runtime.h"
#include <sys/mman.h>
#include <unistd.h>

enum { BLOCK_SIZE = 1 << 18 };

void *allocate_private(size_t size) {
  static char *block;
  static size_t block_left;
  size = (size + 15) & ~(size_t)15;
  if (size > block_left) {
    block_left = size > BLOCK_SIZE ? size : BLOCK_SIZE;
    block = mmap(NULL, block_left, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) _exit(125);
  }
  void *allocated = block;
  block += size;
  block_left -= size;
  return allocated;
}
