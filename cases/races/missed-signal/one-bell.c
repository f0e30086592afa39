// A buffer with room for one. Those who fill and those who empty it wait at the same condition, and one of them is woken:
// it may be one who cannot use it.
#include <pthread.h>
#include <stdio.h>

enum { EACH = 2 };

struct buffer {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int value, full;
};

static struct buffer buffer = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0 };

static void put(int value) {
  pthread_mutex_lock(&buffer.lock);
  while (buffer.full) pthread_cond_wait(&buffer.changed, &buffer.lock); // HERE
  buffer.value = value;
  buffer.full = 1;
  pthread_cond_signal(&buffer.changed); // HERE
  pthread_mutex_unlock(&buffer.lock);
}

static int take(void) {
  pthread_mutex_lock(&buffer.lock);
  while (!buffer.full) pthread_cond_wait(&buffer.changed, &buffer.lock); // HERE
  int value = buffer.value;
  buffer.full = 0;
  pthread_cond_signal(&buffer.changed); // HERE
  pthread_mutex_unlock(&buffer.lock);
  return value;
}

static void *produce(void *first) {
  for (int i = 0; i < EACH; i++) put(*(int *)first + i);
  return NULL;
}

static void *consume(void *sum) {
  for (int i = 0; i < EACH; i++) *(int *)sum += take();
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  int firsts[2] = { 1, 10 }, sums[2] = { 0, 0 };
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, consume, &sums[i]);
  for (int i = 0; i < 2; i++) pthread_create(&threads[2 + i], NULL, produce, &firsts[i]);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  printf("%d\n", sums[0] + sums[1]);
  return sums[0] + sums[1] == 24 ? 0 : 1;
}
