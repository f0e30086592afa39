// The argument is the number of threads. All wait for each other, then increment a counter without a lock.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static long number, here;
static volatile long counter;

static void *work(void *nothing) {
  pthread_mutex_lock(&lock);
  if (++here == number) pthread_cond_broadcast(&all_here);
  while (here < number) pthread_cond_wait(&all_here, &lock);
  pthread_mutex_unlock(&lock);
  counter = counter + 1;
  return nothing;
}

int main(int count, char **arguments) {
  number = atol(arguments[count - 1]);
  pthread_t *threads = malloc(number * sizeof *threads);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 16);
  for (long i = 0; i < number; i++) {
    if (pthread_create(&threads[i], &small, work, NULL) != 0) return 77;
  }
  for (long i = 0; i < number; i++) pthread_join(threads[i], NULL);
  printf("%ld\n", counter);
  return counter == number ? 0 : 1;
}
