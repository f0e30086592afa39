/* A thread waits for a signal that is sent to it alone, before it waits or while it does. */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>

static sigset_t set;
static volatile int may_wait, received;

static void *receive(void *nothing) {
  int number = 0;
  while (!may_wait) sched_yield();
  sigwait(&set, &number);
  received = number;
  return nothing;
}

int main(int count, char **arguments) {
  pthread_t thread;
  (void)arguments;
  int is_sent_early = count > 1;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  may_wait = !is_sent_early;
  pthread_create(&thread, 0, receive, 0);
  if (!is_sent_early) sched_yield();
  pthread_kill(thread, SIGUSR1);
  may_wait = 1;
  pthread_join(thread, 0);
  printf("%d\n", received == SIGUSR1);
  return 0;
}
