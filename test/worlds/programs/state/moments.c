// Calls of every way: direct, through a function of a library, recursive, and one that never comes back.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf out;

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int count_down(int n) {
  if (n <= 0) return 0;
  int below = count_down(n - 1);
  below += count_down(n - 2);
  return below + 1;
}

static void leave(int code) { longjmp(out, code); }

static int work(int n) {
  int a[3] = {3, n, 2};
  qsort(a, 3, sizeof *a, compare);
  for (int i = 0; i < 2; i++)
    a[i] += count_down(i);
  if (n == 3) leave(n);
  return a[0] + a[1];
}

int main(int argc, char *argv[]) {
  int often = argc > 1 ? atoi(argv[1]) : 3;
  int sum = 0;
  if (setjmp(out) == 0)
    for (int n = 1; n <= often; n++)
      sum += work(n);
  sum += count_down(2);
  printf("%d\n", sum);
  return 0;
}
