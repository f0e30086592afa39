// The runtime does the atomic operations itself: none may be lost under any schedule.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;
static atomic_long bits, swapped;
static atomic_char small;

static void *work(void *number) {
  for (int i = 0; i < 50; i++) {
    atomic_fetch_add(&sum, 1);
    atomic_fetch_or(&bits, 1l << (long)number);
    char seen = atomic_load(&small);
    while (!atomic_compare_exchange_weak(&small, &seen, (char)(seen + 1))) continue;
    atomic_exchange(&swapped, i);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return sum == 100 && bits == 3 && small == 100 && swapped == 49 ? 0 : 1;
}
