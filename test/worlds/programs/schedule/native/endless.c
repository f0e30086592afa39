// Runs for ever: in a loop with memory accesses or, with an argument, in one without a yield point.
#include <pthread.h>
#include <stdio.h>

static volatile long counter;

static void *nothing_to_do(void *nothing) {
  return nothing;
}

int main(int count, char **arguments) {
  (void)arguments;
  pthread_t thread;
  pthread_create(&thread, NULL, nothing_to_do, NULL);
  pthread_join(thread, NULL);
  puts("begins");
  fflush(stdout);
  while (count > 1) __asm__ volatile("");
  for (;;) counter++;
}
