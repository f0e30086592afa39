/*
 * Stands between a reducer and the test, the same for every reducer, and counts. It writes "S ms" when a test starts
 * and "E ms bytes status" when it ends, to the file COUNT_LOG; a reducer may kill a test it no longer needs, so the
 * two differ. The test is COUNT_TEST, run in a folder that holds the candidate as COUNT_NAME (a file or a folder).
 *
 * The candidate is in the working folder, or the only argument is its path. With COUNT_SAY that word is printed where
 * the test exits 0, for reducers that go by the output.
 *
 * In C because its time is in everyone's seconds.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int out;
static long long bytes;

static void die(const char *what) {
  perror(what);
  exit(125);
}

static const char *setting(const char *name) {
  const char *value = getenv(name);
  if (!value) fprintf(stderr, "%s is not set\n", name), exit(125);
  return value;
}

static long long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* One write to a file opened to append: lines of tests at the same time do not mix. */
static void note(const char *line) {
  if (write(out, line, strlen(line)) < 0) die("COUNT_LOG");
}

static int add_size(const char *path, const struct stat *info, int type, struct FTW *at) {
  (void)path, (void)at;
  if (type == FTW_F) bytes += info->st_size;
  return 0;
}

/* C-Reduce and C-Vise take files but no folders: then the working folder is the candidate, and gets its name too. */
static void measure(const char *name) {
  int is_there = access(name, F_OK) == 0;
  nftw(is_there ? name : ".", add_size, 16, FTW_PHYS);
  if (!is_there && symlink(".", name) < 0) die(name);
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at) {
  (void)info, (void)type, (void)at;
  return remove(path);
}

static void copy(const char *from, const char *to) {
  struct stat info;
  int source = open(from, O_RDONLY), target = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (source < 0 || target < 0 || fstat(source, &info) < 0) die(from);
  for (off_t left = info.st_size; left > 0;) {
    ssize_t sent = sendfile(target, source, NULL, left);
    if (sent <= 0) die(to);
    left -= sent;
  }
  close(source), close(target);
}

/* Goes to the folder of the candidate; where it has another name, to a new folder with a copy under the right one. */
static const char *enter(char *candidate, const char *name) {
  static char folder[] = "/tmp/count-XXXXXX";
  char path[PATH_MAX], other[PATH_MAX];
  if (!realpath(candidate, path)) die(candidate);
  strcpy(other, path);
  if (strcmp(basename(other), name) == 0) {
    if (chdir(dirname(path)) < 0) die(path);
    return NULL;
  }
  if (!mkdtemp(folder) || chdir(folder) < 0) die(folder);
  copy(path, name);
  return folder;
}

static int run(const char *test) {
  pid_t child = vfork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execl(test, test, (char *)NULL);
    _exit(126);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) < 0) die("the test");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv) {
  const char *name = setting("COUNT_NAME"), *test = setting("COUNT_TEST"), *word = getenv("COUNT_SAY");
  char line[100];
  out = open(setting("COUNT_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (out < 0) die("COUNT_LOG");
  snprintf(line, sizeof line, "S %lld\n", milliseconds());
  note(line);
  const char *made = argc > 1 ? enter(argv[1], name) : NULL;
  measure(name);
  int status = run(test);
  snprintf(line, sizeof line, "E %lld %lld %d\n", milliseconds(), bytes, status);
  note(line);
  if (made) nftw(made, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (word && status == 0) puts(word);
  return status;
}
