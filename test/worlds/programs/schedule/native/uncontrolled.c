// A signal handler and a child process: the child has to run uncontrolled, and both have to be reported.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void handle(int number) { (void)number; }
static void *nothing_to_do(void *nothing) { return nothing; }

int main(void) {
  pthread_t thread;
  int status;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, nothing_to_do, NULL);
  pthread_join(thread, NULL);
  pid_t child = fork();
  if (child == 0) {
    pthread_create(&thread, NULL, nothing_to_do, NULL);
    pthread_join(thread, NULL);
    _exit(7);
  }
  waitpid(child, &status, 0);
  if (WEXITSTATUS(status) != 7) return 1;
  return system("test -z \"$CULPRIT_LOG$LD_PRELOAD\"") == 0 ? 0 : 2;
}
