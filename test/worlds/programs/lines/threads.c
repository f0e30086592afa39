#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static int sums[4];

static void *work(void *place) {
  int *sum = place;
  for (int i = 0; i < 1000; i++) {
    if (i % 2 == 0) *sum += 1;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, &sums[i]);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  printf("%d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  return 0;
}
