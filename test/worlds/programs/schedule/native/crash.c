// Two threads count; then one of them crashes by the signal in the last argument.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile long counter;
static volatile int *nowhere;
static const char *how;

static void *count(void *nothing) {
  for (int i = 0; i < 50; i++) counter++;
  return nothing;
}

static void *crash(void *nothing) {
  count(nothing);
  if (!strcmp(how, "SIGSEGV")) *nowhere = 1; // SIGSEGV
  if (!strcmp(how, "SIGABRT")) abort(); // SIGABRT
  if (!strcmp(how, "SIGKILL")) kill(getpid(), SIGKILL); // SIGKILL
  if (!strcmp(how, "SIGFPE")) counter = counter / (int)(counter - counter); // SIGFPE
  return nothing;
}

int main(int words, char **word) {
  pthread_t a, b;
  how = word[words - 1];
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, crash, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
