/* crash MODE DEPTH: fails in the way that MODE says, after DEPTH calls. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AWAY __attribute__((noinline))

static const char *mode;
static int depth;

AWAY static int element(const int *list, int index) { return list[index]; }

AWAY static void copy(char *to, int size) { memcpy(to, "abcdefghijklmnopqrstuvwxyz", size); }

AWAY static void check(int value) { assert(value == 12345 && "a value"); }

AWAY static void check_sign(int value) { assert(value < 0); }

AWAY static int sum(int n) { return 2147483647 - 1 + n; }

AWAY static int shift(int n) { return 1 << n; }

AWAY static void smash(int size) {
  char buffer[8];
  volatile char *at = buffer;
  for (int i = 0; i < size; i++) at[i] = 'x';
}

AWAY static int leaf(void) {
  int *list = malloc(4 * sizeof *list);
  char *text = malloc(10);
  if (!strcmp(mode, "read")) return element(list, 4 + depth % 2);
  if (!strcmp(mode, "freed")) {
    free(list);
    return element(list, depth % 4);
  }
  if (!strcmp(mode, "copy")) copy(text, 12 + depth);
  if (!strcmp(mode, "null")) return element((int *)(size_t)(4 * depth), 0);
  if (!strcmp(mode, "assert")) check(depth);
  if (!strcmp(mode, "assert-sign")) check_sign(depth);
  if (!strcmp(mode, "overflow")) return sum(depth + 2);
  if (!strcmp(mode, "shift")) return shift(depth + 40);
  if (!strcmp(mode, "smash")) smash(100 + depth);
  if (!strcmp(mode, "free")) free((char *)list + 4);
  if (!strcmp(mode, "twice")) {
    free(list);
    free(list);
  }
  return 0;
}

AWAY static int walk(int n) { return n > 0 ? walk(n - 1) + 1 : leaf(); }

int main(int count, char **words) {
  mode = words[1];
  depth = atoi(words[2]);
  printf("%d\n", depth % 2 ? walk(depth) + 1
                           : walk(depth));
  return 0;
}
