// Thousands of detached threads one after another, one that is cancelled while it waits, and one that outlives main.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count, cleaned;

static void *add(void *nothing) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return nothing;
}

static void clean(void *nothing) {
  (void)nothing;
  cleaned++;
  pthread_mutex_unlock(&lock);
}

static void *wait_for_ever(void *nothing) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(clean, NULL);
  for (;;) pthread_cond_wait(&changed, &lock);
  pthread_cleanup_pop(1);
  return nothing;
}

int main(void) {
  pthread_attr_t detached;
  pthread_t thread;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < 2000; i++) {
    pthread_create(&thread, &detached, add, NULL);
    pthread_mutex_lock(&lock);
    while (count <= i) pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
  }
  pthread_create(&thread, NULL, wait_for_ever, NULL);
  sleep(3600);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, add, NULL);
  pthread_detach(thread);
  printf("%d %d\n", count, cleaned);
  fflush(stdout);
  pthread_exit(NULL);
}
