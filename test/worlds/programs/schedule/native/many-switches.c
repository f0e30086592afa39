/* Two threads with millions of accesses. With an argument, one of them never ends. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static volatile long counters[2];

static void *count(void *which) {
  for (long i = 0; i < 1000000; i++) counters[(long)which]++;
  return 0;
}

int main(int words, char **arguments) {
  (void)arguments;
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, count, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  puts("ready");
  fflush(stdout);
  while (words > 1) sched_yield();
  return 0;
}
