/* Two threads that work on memory of their own and then add to a total without a lock. */
#include <pthread.h>

static long total, results[2][1000];

static void *work(void *which) {
  long *own = results[(long)which];
  for (int i = 0; i < 1000; i++) own[i] = i;
  for (int i = 1; i < 1000; i++) own[i] += own[i - 1];
  long seen = total; // READ
  total = seen + own[999]; // WRITE
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return total == 2 * 499500 ? 0 : 1; // RESULT
}
