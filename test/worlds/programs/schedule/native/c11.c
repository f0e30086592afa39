// Threads of C11 that increment a counter without a lock.
#include <threads.h>

static mtx_t lock;
static volatile int counter;

static int work(void *number) {
  for (int i = 0; i < 5; i++) counter = counter + 1;
  mtx_lock(&lock);
  mtx_unlock(&lock);
  return (int)(long)number;
}

int main(void) {
  thrd_t threads[2];
  int sum = 0, result;
  mtx_init(&lock, mtx_plain);
  for (long i = 0; i < 2; i++) thrd_create(&threads[i], work, (void *)(i + 1));
  for (int i = 0; i < 2; i++) thrd_join(threads[i], &result), sum += result;
  return sum == 3 && counter == 10 ? 0 : 1;
}
