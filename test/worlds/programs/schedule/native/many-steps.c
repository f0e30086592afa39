// Two threads make a hundred million memory accesses; prints the peak memory use in kB.
#include <pthread.h>
#include <stdio.h>

static volatile long counters[2];

static void *count(void *counter) {
  for (long i = 0; i < 25000000; i++) ++*(volatile long *)counter;
  return counter;
}

int main(void) {
  pthread_t threads[2];
  char line[256];
  long peak = 0;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, (void *)&counters[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "VmHWM: %ld", &peak);
  printf("%ld\n", peak);
  return 0;
}
