// Waits for a flag in a loop that says nothing to the scheduler; with an argument, it says sched_yield.
#include <pthread.h>
#include <sched.h>

static volatile int flag;

static void *set(void *nothing) {
  flag = 1;
  return nothing;
}

int main(int count, char **arguments) {
  (void)arguments;
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  while (!flag) {
    if (count > 1) sched_yield();
  }
  pthread_join(thread, NULL);
  return 0;
}
