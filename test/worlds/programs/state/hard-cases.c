// Programs that are hard to look into; the first argument selects one.
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct twin {
  struct twin *before, *after, *self;
  void *data;
  int number;
};
enum level { LOW = -1, HIGH = 7 };
union mixed {
  double number;
  unsigned char bytes[8];
  struct twin *pointer;
};

static const int constants[3] = {1, 2, 3};
static int big[1000000];
static volatile int seen_traps;
static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }

static void on_trap(int signal) { seen_traps += signal; }

static int stop_here(int n) { return n; }

static struct twin *ring(int length) {
  struct twin *first = calloc(length, sizeof *first);
  for (int i = 0; i < length; i++)
    first[i] = (struct twin){&first[(i + length - 1) % length], &first[(i + 1) % length], &first[i], &first[i], i};
  return first;
}

static int odd_pointers(void) {
  struct twin *freed = ring(3), *wild = (struct twin *)0x1234567890ab, *odd = (struct twin *)((char *)ring(1) + 3);
  int *behind = malloc(sizeof(int)), unset[4], *end = behind + 1000000, *null = NULL;
  struct twin **far = (struct twin **)&wild;
  int *last = malloc(100000);
  free(last);
  free(freed);
  free(behind);
  return stop_here(wild == NULL) + (odd == NULL) + (end == null) + (far == NULL) + (unset + 1 == null); // odd
}

static int kinds(int n) {
  struct twin *twins = ring(3);
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  enum level low = LOW, none = (enum level)99;
  double nothing = NAN, much = INFINITY;
  float minus = -0.0f;
  volatile int changing = n;
  bool yes = true;
  char raw[4] = {0, 1, -2, 3};
  union mixed mixed = {.pointer = twins};
  int (*function)(int) = twice, (*table[2])(int) = {twice, thrice};
  void *unknown = twins;
  int sum = stop_here(n); // kinds
  printf("%d %d %d %d %d %d %d %d %d %d\n", sum, twins->after->number, grid[1][2], low, none, isnan(nothing) + isinf(much),
         signbit(minus) != 0, changing + yes, raw[2] + (mixed.pointer == unknown), function(table[1](1)));
  return 0;
}

static void *other(void *number) {
  for (long i = 0; i < *(long *)number; i++) big[1] += stop_here(1);
  return NULL;
}

int main(int argc, char *argv[]) {
  const char *mode = argc > 1 ? argv[1] : "";
  long times = 1000;
  if (strcmp(mode, "odd") == 0) return odd_pointers();
  if (strcmp(mode, "kinds") == 0) return kinds(3);
  if (strcmp(mode, "trap") == 0) {
    signal(SIGTRAP, on_trap);
    raise(SIGTRAP);
    stop_here(1);
    raise(SIGTRAP);
    printf("%d traps\n", seen_traps);
  } else if (strcmp(mode, "fork") == 0) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) return stop_here(3);
    stop_here(4);
    waitpid(child, &status, 0);
    printf("child %d\n", WEXITSTATUS(status));
  } else if (strcmp(mode, "threads") == 0) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, other, &times);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    printf("%d\n", big[1] > 0);
  } else if (strcmp(mode, "terminal") == 0) {
    stop_here(1);
    printf("%d %d\n", isatty(0), isatty(1));
  } else if (strcmp(mode, "wait") == 0) {
    stop_here(1);
    for (;;) pause();
  } else {
    int *heap = calloc(1000000, sizeof(int)), last = 5;
    heap[999999] = last;
    int until = stop_here(argc) + constants[1];
    while (until != 3) until++; // loop
    printf("%d %d\n", heap[last], big[last]);
  }
  return 0;
}
