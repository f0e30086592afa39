/* Fails if the sleep, of so many milliseconds, ends before the other thread has run. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int done;

static void *work(void *nothing) {
  done = 1;
  return nothing;
}

int main(int count, char **arguments) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  usleep(1000 * atoi(arguments[count - 1]));
  int was_done = done;
  pthread_join(thread, NULL);
  return was_done ? 0 : 1;
}
