/*
 * Addresses decide, too: of the order of things in a set, of who is first in a table of hashes. So the program is started again
 * where the system puts everything at the same address each time. Some containers do not allow that; then it goes on as it is.
 */
#include "runtime.h"
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum { ROOM = 1 << 14 };

/* The environment is above the stack, and what we say in it (paths, numbers of processes) has another length each time. */
static char **with_even_length(char **environment) {
  static const char name[] = "CULPRIT_ROOM=";
  size_t total = sizeof name, count = 0;
  for (; environment[count]; count++) total += strlen(environment[count]) + 1;
  size_t missing = ROOM - total % ROOM;
  char *room = own_memory(sizeof name + missing);
  memcpy(room, name, sizeof name - 1);
  memset(room + sizeof name - 1, '-', missing);
  char **even = own_memory((count + 2) * sizeof *even);
  memcpy(even, environment, count * sizeof *even);
  even[count] = room;
  return even;
}

void fix_addresses(char **arguments) {
  const char *log = getenv("CULPRIT_LOG");
  int now = personality(0xffffffff);
  if (!log || !*log || now == -1 || now & ADDR_NO_RANDOMIZE) return;
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length < 0 || personality(now | ADDR_NO_RANDOMIZE) == -1 || !(personality(0xffffffff) & ADDR_NO_RANDOMIZE)) return;
  path[length] = 0;
  execve(path, arguments, with_even_length(environ));
}
