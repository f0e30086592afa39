// One external effect for each argument. The runtime has to control or to report each of them.
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static volatile unsigned long sum;

static void *count(void *number) {
  for (unsigned long i = 0; i < (unsigned long)number; i++) sum++;
  return number;
}

/* Takes `number` steps: if the number differs between runs, so does the log. */
static void take_steps(unsigned long number) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, (void *)(number % 1000));
  pthread_join(thread, NULL);
}

static int in_clone(void *nothing) {
  (void)nothing;
  return 0;
}

static void network(void) {
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to);
}

static void input(void) {
  char byte;
  int ends[2];
  if (pipe(ends) != 0) exit(3);
  if (fork() == 0) {
    sleep(0), usleep(20000);
    _exit(write(ends[1], "x", 1) != 1);
  }
  struct epoll_event event = { .events = EPOLLIN };
  int epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, ends[0], &event);
  if (epoll_wait(epoll, &event, 1, -1) != 1 || read(ends[0], &byte, 1) != 1) exit(3);
}

static int ends[2];
static void *end_child(void *nothing) {
  if (write(ends[1], "x", 1) != 1) exit(3);
  return nothing;
}

/* The child process ends only after another thread has run. */
static void wait_for_child(void) {
  pthread_t thread;
  char byte;
  if (pipe(ends) != 0) exit(3);
  pid_t child = fork();
  if (child == 0) _exit(read(ends[0], &byte, 1) != 1);
  pthread_create(&thread, NULL, end_child, NULL);
  waitpid(child, NULL, 0);
  pthread_join(thread, NULL);
}

static void spawn(void) {
  pid_t child;
  char *words[] = { "true", NULL };
  posix_spawnp(&child, "true", NULL, NULL, words, environ);
  waitpid(child, NULL, 0);
}

static void random_numbers(void) {
  unsigned number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) exit(3);
  take_steps(number);
  take_steps(rand());
  take_steps((unsigned long)random());
}

static void file(const char *path) {
  unsigned number = 0;
  int fd = open(path, O_RDONLY);
  if (read(fd, &number, sizeof number) < 0) exit(3);
  close(fd);
}

static void clocks(void) {
  struct timespec now;
  struct timeval then;
  clock_gettime(CLOCK_MONOTONIC, &now), take_steps(now.tv_nsec);
  gettimeofday(&then, NULL), take_steps(then.tv_usec);
  timespec_get(&now, TIME_UTC), take_steps(now.tv_nsec);
  take_steps((unsigned long)time(NULL)), take_steps((unsigned long)clock());
}

static void cause(const char *what) {
  static char stack[1 << 16] __attribute__((aligned(16)));
  struct rusage used;
  if (!strcmp(what, "clock")) clocks();
  if (!strcmp(what, "random")) random_numbers();
  if (!strcmp(what, "address")) take_steps((unsigned long)malloc(5000000) >> 12), take_steps((unsigned long)&used >> 4);
  if (!strcmp(what, "urandom")) file("/dev/urandom");
  if (!strcmp(what, "network")) network();
  if (!strcmp(what, "input")) input();
  if (!strcmp(what, "spawn")) spawn();
  if (!strcmp(what, "wait")) wait_for_child();
  if (!strcmp(what, "popen")) pclose(popen("true", "r"));
  if (!strcmp(what, "exec")) execlp("true", "true", NULL);
  if (!strcmp(what, "clone")) clone(in_clone, stack + sizeof stack, SIGCHLD, NULL), wait(NULL);
  if (!strcmp(what, "alarm")) alarm(1000);
  if (!strcmp(what, "timerfd")) timerfd_create(CLOCK_MONOTONIC, 0);
  if (!strcmp(what, "inotify")) inotify_init();
  if (!strcmp(what, "rusage")) getrusage(RUSAGE_SELF, &used);
  if (!strcmp(what, "io_uring")) syscall(SYS_io_uring_setup, 0, NULL);
}

int main(int words, char **word) {
  take_steps(1);
  for (int i = 1; i < words; i++) cause(word[i]);
  return 0;
}
