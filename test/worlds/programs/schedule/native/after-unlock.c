// `done` is set too early: the work follows after the unlock, in a library that has no yield points.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static char text[8];

static void *write_it(void *nothing) {
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_mutex_unlock(&lock);
  strcpy(text, "written");
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, write_it, NULL);
  pthread_mutex_lock(&lock);
  int is_missing = done && strlen(text) == 0;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return is_missing ? 1 : 0;
}
