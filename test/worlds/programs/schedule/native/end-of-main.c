/* A detached thread uses what main takes away at its end, in the way that the argument names. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int cell;
static int *volatile table = &cell;
static volatile int in_destructor;

static void take_away(void) { table = NULL; }

__attribute__((destructor)) static void end(void) {
  if (in_destructor) take_away();
}

static void *use(void *nothing) {
  *table = 1;
  return nothing;
}

static void *leave(void *nothing) {
  exit(0);
  return nothing;
}

int main(int count, char **words) {
  const char *how = count > 1 ? words[1] : "return";
  int is_leaving = strcmp(how, "all exit") == 0;
  pthread_t thread;
  if (strcmp(how, "atexit") == 0 || is_leaving) atexit(is_leaving ? end : take_away);
  pthread_create(&thread, NULL, is_leaving ? leave : use, NULL);
  pthread_detach(thread);
  if (is_leaving) exit(0);
  if (strcmp(how, "atexit") == 0) return 0;
  if (strcmp(how, "destructor") == 0) {
    in_destructor = 1;
    return 0;
  }
  take_away();
  if (strcmp(how, "exit") == 0) exit(0);
  if (strcmp(how, "_exit") == 0) _exit(0);
  return 0;
}
