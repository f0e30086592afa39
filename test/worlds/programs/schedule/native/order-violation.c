// A thread uses a table and is started before the table exists; it usually gets there late enough.
#include <pthread.h>
#include <stdlib.h>

static int *volatile table;

static void *use(void *result) {
  *(int *)result = table[3]; // USE, HERE
  return NULL;
}

int main(void) {
  pthread_t thread;
  int result = 0;
  pthread_create(&thread, NULL, use, &result);
  int *filled = calloc(10, sizeof *filled); // HERE
  filled[3] = 7; // HERE
  table = filled; // INIT, HERE
  pthread_join(thread, NULL);
  return result == 7 ? 0 : 1;
}
