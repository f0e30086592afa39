/*
 * Addresses influence what a program does, such as the order of a set or of a hash table. So the program is started
 * again with address space randomisation off. Some containers do not allow that; then it runs on as it is.
 */
#include "../runtime.h"
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum { PADDED_UNIT = 1 << 14, READ_PERSONALITY = 0xffffffff };

static char **pad_environment(char **environment);

void restart_with_fixed_addresses(char **arguments) {
  const char *log_path = getenv("CULPRIT_LOG");
  int now = personality(READ_PERSONALITY);
  if (!log_path || !*log_path || now == -1 || now & ADDR_NO_RANDOMIZE) return;
  char program[4096];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0 || personality(now | ADDR_NO_RANDOMIZE) == -1) return;
  if (!(personality(READ_PERSONALITY) & ADDR_NO_RANDOMIZE)) return;
  program[length] = 0;
  execve(program, arguments, pad_environment(environ));
}

/*
 * The environment is stored above the stack, and culprit's variables (paths, process numbers) differ in length from
 * run to run. One more variable rounds the size up to a multiple of PADDED_UNIT.
 */
static char **pad_environment(char **environment) {
  static const char name[] = "CULPRIT_PADDING=";
  size_t size = sizeof name, count = 0;
  for (; environment[count]; count++) size += strlen(environment[count]) + 1;
  size_t missing = PADDED_UNIT - size % PADDED_UNIT;
  char *padding = allocate_private(sizeof name + missing);
  memcpy(padding, name, sizeof name - 1);
  memset(padding + sizeof name - 1, '-', missing);
  char **padded = allocate_private((count + 2) * sizeof *padded);
  memcpy(padded, environment, count * sizeof *padded);
  padded[count] = padding;
  return padded;
}
