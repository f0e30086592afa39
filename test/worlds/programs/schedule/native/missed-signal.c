// The flag is checked before the lock is taken: a signal in between is missed.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static volatile int ready;

static void *announce(void *nothing) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, announce, NULL);
  if (!ready) { // HERE
    pthread_mutex_lock(&lock); // HERE
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, NULL);
  return 0;
}
