// Two threads increment a counter without a lock: read, add, write.
#include <pthread.h>
#include <stdio.h>

static volatile long counter;

static void *add(void *nothing) {
  for (int i = 0; i < 20; i++) {
    long seen = counter; // READ, HERE
    counter = seen + 1;  // WRITE, HERE
  }
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", counter);
  return counter == 40 ? 0 : 1;
}
