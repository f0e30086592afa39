// One thread frees memory that the other still reads, which then finds what malloc left there.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile long *volatile shared;

static void *read_it(void *sum) {
  for (int i = 0; i < 10; i++) { // HERE
    volatile long *seen = shared; // HERE
    if (!seen) break; // HERE
    *(long *)sum += *seen != 7; // USE, HERE
  }
  return NULL;
}

static void *free_it(void *nothing) {
  free((void *)shared); // FREE
  shared = NULL;
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  long wrong = 0;
  shared = malloc(sizeof *shared);
  *shared = 7;
  pthread_create(&threads[0], NULL, read_it, &wrong);
  pthread_create(&threads[1], NULL, free_it, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return wrong ? 1 : 0;
}
