// Does something before its place, which is work, and after it.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *input;

static void *nothing(void *argument) { return argument; }

static void prepare(const char *before) {
  pthread_t thread;
  int two[2];
  if (!strcmp(before, "much"))
    for (int i = 0; i < 20000; i++) printf("line %d\n", i);
  if (!strcmp(before, "reads")) input = fopen("held.c", "r");
  if (input) setvbuf(input, NULL, _IONBF, 0), fgetc(input);
  if (!strcmp(before, "thread")) pthread_create(&thread, NULL, nothing, NULL);
  if (!strcmp(before, "child") && fork() == 0) _exit(0);
  if (!strcmp(before, "write")) fclose(fopen(getenv("HELD_FILE"), "w"));
  if (!strcmp(before, "folder")) mkdir(getenv("HELD_FILE"), 0700);
  if (!strcmp(before, "pipe") && pipe(two)) abort();
  if (!strcmp(before, "socket")) socket(AF_UNIX, SOCK_STREAM, 0);
  if (!strcmp(before, "timer")) alarm(1000);
  if (!strcmp(before, "memory")) mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!strcmp(before, "children")) signal(SIGCHLD, (void (*)(int))nothing);
  if (!strcmp(before, "never")) exit(0);
  if (!strcmp(before, "slow")) pause();
}

static void fill(void) {
  unsigned char deep[16000];
  for (unsigned i = 0; i < sizeof deep; i++) *(volatile unsigned char *)(deep + i) = 0x5a;
}

/** How much of the stack is not as it was left there. */
static int dirt(void) {
  unsigned char never_set[8000];
  int others = 0;
  for (unsigned i = 0; i < sizeof never_set; i++) others += never_set[i] != 0x5a;
  return others;
}

static int work(int how, int n) {
  int others = dirt();
  int was = errno;
  printf("%d %d %d %s\n", others, was, n, getenv("TMPDIR"));
  if (input) printf("%c%c\n", fgetc(input), fgetc(input));
  if (how == 1) abort();
  if (how == 2) raise(SIGTERM);
  if (how == 3) *(volatile int *)0 = 0;
  if (how == 4) _exit(n);
  if (how == 5) execl("/bin/sh", "sh", "-c", "echo started; exit 4", NULL);
  if (how == 6 && fork() == 0) sleep(1), puts("child"), exit(0);
  if (how == 7) {
    if (fork() == 0) fclose(stdout), fclose(stderr), setsid(), sleep(100), exit(0);
    usleep(100000);
  }
  if (how == 8) puts("hangs"), fflush(stdout), pause();
  if (how == 9) fprintf(stderr, "error\n"), raise(SIGTRAP), puts("not reached");
  if (how == 10) fflush(stdout), n += system("echo by a shell");
  return n;
}

int main(int argc, char *argv[]) {
  printf("begun %d\n", getpid());
  fflush(stdout);
  printf("kept back\n");
  fprintf(stderr, "said\n");
  prepare(argc > 1 ? argv[1] : "");
  errno = 42;
  fill();
  return work(argc > 3 ? atoi(argv[3]) : 0, 3);
}
