// The pointer is published before the structure is filled.
#include <pthread.h>
#include <stdlib.h>

struct settings { int size; };
static struct settings *volatile shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct settings *get(void) {
  if (!shared) {
    pthread_mutex_lock(&lock);
    if (!shared) {
      shared = calloc(1, sizeof *shared); // SET, HERE
      shared->size = 5;                   // FILL, HERE
    }
    pthread_mutex_unlock(&lock);
  }
  return shared;
}

static void *use(void *nothing) { return get()->size == 5 ? nothing : (void *)1; }

int main(void) {
  pthread_t threads[2];
  void *wrong, *any = NULL;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, use, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_join(threads[i], &wrong);
    if (wrong) any = wrong;
  }
  return any ? 1 : 0;
}
