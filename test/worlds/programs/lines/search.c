#include <stdio.h>
#include <stdlib.h>
#define LIMIT 6

static int found_at(const int *list, int count, int wanted) {
  int found = -1;
  for (int i = 0; i < count; i++) {
    if (list[i] == wanted && count <= LIMIT) found = i;
  }
  return found;
}

int main(int argc, char **argv) {
  int list[] = {4, 8, 15, 8, 23, 42};
  int wanted = atoi(argv[1]), offset = 3;
  int at = found_at(list, 6, wanted);
  if (wanted < 0) abort();
  if (argc > 2) system(argv[2]);
  at = at + offset;
  printf("%d\n", at);
  return at > 5;
}
