/*
 * Many runs of the program from one process, which forks before the program begins: that takes less than a millisecond, where
 * starting it anew takes several. The table of a batch, besides those entries that say which program it is:
 *
 *   results FILE           gets a line of JSON for each run
 *   time MILLISECONDS      how long a run may take
 *   cpu MILLISECONDS       how much of the processor it may use
 *   stdin FILE             what it reads
 *   plan PATH              a run begins: PATH.native is its own table ...
 *   output FILE            ... this is where it prints ...
 *   temporary FOLDER       ... and this its TMPDIR
 *
 * Numbers are hexadecimal.
 */
#include "table.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static struct {
  char results[4096], input[4096];
  uint64_t time, cpu;
} batch;

static uint64_t entry_number(const char *table, const char *word) {
  const char *found = find_line(table, word);
  return found ? number(&found) : 0;
}

static void entry_text(const char *table, const char *word, char *to, size_t size) {
  const char *found = find_line(table, word);
  if (found) copy_line(found, to, size);
}

/* Without malloc: the heap of the program is not touched. */
static void set_temporary(const char *folder) {
  static char variable[4200];
  snprintf(variable, sizeof variable, "TMPDIR=%s", folder);
  for (char **each = environ; *each; each++)
    if (strncmp(*each, "TMPDIR=", 7) == 0) *each = variable;
}

static void open_as(int wanted, const char *path, int flags) {
  int file = open(path, flags, 0666);
  if (file < 0) _exit(126);
  if (file == wanted) return;
  dup2(file, wanted);
  close(file);
}

/* In a group of its own, so that whatever it starts ends with it; and not without the process that waits for it. */
static void become_run(const char *output, const char *temporary) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  open_as(0, batch.input, O_RDONLY);
  open_as(1, output, O_WRONLY | O_CREAT | O_TRUNC);
  open_as(2, "/dev/null", O_WRONLY);
  set_temporary(temporary);
  if (batch.cpu > 0) {
    struct itimerval limit = {.it_value = {batch.cpu / 1000, batch.cpu % 1000 * 1000}};
    setitimer(ITIMER_PROF, &limit, NULL);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000.0 + time.tv_nsec / 1e6;
}

/* Waits for a run and ends it at the limit; returns whether it came to that. SIGCHLD is blocked meanwhile. */
static int wait_for(pid_t run, int *status, struct rusage *used) {
  double end = now() + batch.time;
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  for (;;) {
    pid_t found = wait4(run, status, WNOHANG, used);
    if (found == run || (found < 0 && errno != EINTR)) return 0;
    double left = end - now();
    if (left <= 0) break;
    struct timespec time = {(time_t)(left / 1000), (long)((left - (long)(left / 1000) * 1000.0) * 1e6)};
    sigtimedwait(&child, NULL, &time);
  }
  kill(-run, SIGKILL);
  kill(run, SIGKILL);
  while (wait4(run, status, 0, used) < 0 && errno == EINTR) {
  }
  return 1;
}

static const char *signal_name(int number) {
  static const struct {
    int number;
    const char *name;
  } names[] = {
      {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},   {SIGBUS, "SIGBUS"},
      {SIGTRAP, "SIGTRAP"}, {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGPIPE, "SIGPIPE"}, {SIGALRM, "SIGALRM"},
      {SIGHUP, "SIGHUP"},   {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGUSR1, "SIGUSR1"}, {SIGUSR2, "SIGUSR2"},
      {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"}, {SIGSYS, "SIGSYS"},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].number == number) return names[i].name;
  return "a signal";
}

static void write_end(unsigned run, int status, int is_late, double milliseconds, const struct rusage *used) {
  char text[256], ended[64];
  double cpu = (used->ru_utime.tv_sec + used->ru_stime.tv_sec) * 1000.0 +
               (used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1000.0;
  if (is_late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)) snprintf(ended, sizeof ended, "time limit");
  else if (WIFEXITED(status)) snprintf(ended, sizeof ended, "exit %d", WEXITSTATUS(status));
  else snprintf(ended, sizeof ended, "%s", signal_name(WTERMSIG(status)));
  int length = snprintf(text, sizeof text, "{\"run\":%u,\"status\":\"%s\",\"milliseconds\":%.0f,\"cpu\":%.0f}\n", run, ended,
                        milliseconds, cpu);
  int file = open(batch.results, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0 || write(file, text, length) != length) _exit(1);
  close(file);
}

/* Returns in each run, with the path of its plan; the process that makes the runs ends here. */
const char *lines_next_plan(const char *table) {
  static char plan[4096], output[4096], temporary[4096];
  sigset_t child, before;
  strcpy(batch.input, "/dev/null");
  entry_text(table, "results", batch.results, sizeof batch.results);
  entry_text(table, "stdin", batch.input, sizeof batch.input);
  batch.time = entry_number(table, "time");
  batch.cpu = entry_number(table, "cpu");
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, &before);
  unsigned run = 0;
  for (const char *line = table; *line; line = next_line(line)) {
    const char *path = text_behind(line, "plan");
    if (!path) continue;
    copy_line(path, plan, sizeof plan);
    entry_text(line, "output", output, sizeof output);
    entry_text(line, "temporary", temporary, sizeof temporary);
    struct rusage used = {0};
    int status = 0;
    double began = now();
    pid_t pid = fork();
    if (pid < 0) _exit(1);
    if (pid == 0) {
      sigprocmask(SIG_SETMASK, &before, NULL);
      become_run(output, temporary);
      return plan;
    }
    int is_late = wait_for(pid, &status, &used);
    kill(-pid, SIGKILL); /* What it has started. */
    write_end(run++, status, is_late, now() - began, &used);
  }
  _exit(0);
}
