// Two threads take the same two locks in opposite orders.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int moved;

static void move(pthread_mutex_t *from, pthread_mutex_t *to) {
  pthread_mutex_lock(from);
  pthread_mutex_lock(to); // HERE
  moved++;
  pthread_mutex_unlock(to);
  pthread_mutex_unlock(from);
}

static void *forth(void *nothing) {
  move(&a, &b);
  return nothing;
}

static void *back(void *nothing) {
  move(&b, &a);
  return nothing;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, forth, NULL);
  pthread_create(&threads[1], NULL, back, NULL);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  return moved == 2 ? 0 : 1;
}
