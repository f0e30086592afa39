/*
 * The log: one plain write for each line, so whatever was written survives a crash. Only the thread that has the token writes,
 * and it may be on the small stack of a signal handler: the buffers are static.
 */
#include "runtime.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int log_fd = -1;
static const char *said[64];
static int said_count;

static void put(int fd, const char *text, size_t size) {
  while (size > 0) {
    ssize_t done = real.write(fd, text, size);
    if (done <= 0) return;
    text += done;
    size -= done;
  }
}

/* True for the one process whose log this becomes: the first to find it empty. */
int log_claim(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  struct stat is;
  if (fd < 0) {
    dprintf(2, "culprit: cannot write %s\n", path);
    return 0;
  }
  int mine = flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &is) == 0 && is.st_size == 0;
  /* Far up, so that the program gets the same numbers for its files as without us. */
  if (mine) log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 900);
  if (mine && log_fd < 0) log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 200);
  close(fd);
  if (log_fd < 0) return 0;
  for (int i = 0; i < said_count; i++) {
    char line[128];
    put(log_fd, line, snprintf(line, sizeof line, "unc %s\n", said[i]));
  }
  return 1;
}

void forget_log(void) {
  if (log_fd >= 0) close(log_fd);
  log_fd = -1;
}

static void put_place(const char *head, size_t length, const struct lane *lane) {
  static char line[8192];
  memcpy(line, head, length);
  length += place_text(line + length, sizeof line - length - 1, lane);
  line[length++] = '\n';
  put(log_fd, line, length);
}

static void put_line(const char *entry, const struct lane *lane) {
  static char head[2048];
  int length = snprintf(head, sizeof head, "%s %.1900s %lld ", entry, lane->name, (long long)lane->count);
  put_place(head, length, lane);
}

void log_lane(const struct lane *lane) {
  static char head[2048];
  put_place(head, snprintf(head, sizeof head, "lane %.1900s ", lane->name), lane);
}

void log_run(const struct lane *lane) { put_line("run", lane); }
void log_at(const struct lane *lane) { put_line("at", lane); }

void log_end(const char *how) {
  char line[64];
  put(log_fd, line, snprintf(line, sizeof line, "end %s\n", how));
}

/* What was met before control was taken is said when it is. */
void uncontrolled(const char *what) {
  for (int i = 0; i < said_count; i++) {
    if (strcmp(said[i], what) == 0) return;
  }
  if (said_count == 64) return;
  said[said_count++] = what;
  char line[128];
  if (active) put(log_fd, line, snprintf(line, sizeof line, "unc %s\n", what));
}

/* Things waited for have numbers in the order in which they are told: addresses differ from run to run. */
static int number_of(const void *thing) {
  static const void *things[256];
  static int count;
  for (int i = 0; i < count; i++) {
    if (things[i] == thing) return i + 1;
  }
  if (count < 256) things[count++] = thing;
  return count;
}

static const char *name_of_tid(int tid) {
  for (int i = 0; i < live_count; i++) {
    if (live[i]->tid == tid) return live[i]->name;
  }
  return NULL;
}

static const char *noun(enum kind kind) {
  static const char *const nouns[] = {
    [MUTEX] = "mutex", [READ_LOCK] = "rwlock", [WRITE_LOCK] = "rwlock", [SPIN] = "spinlock", [COND] = "cond",
    [SEMAPHORE] = "semaphore", [BARRIER] = "barrier", [ONCE] = "once", [SLEEP] = "sleep", [FUTEX] = "futex",
    [POLL] = "input", [SIGNAL] = "signal", [JOIN] = "join",
  };
  return nouns[kind];
}

/* A lane that was signalled waits for the mutex only. */
static int what_text(char *into, size_t size, const struct lane *lane) {
  const struct want *want = &lane->want;
  if (want->kind == NOTHING || want->kind == YIELD) return snprintf(into, size, "nothing");
  int woken = want->kind == COND && (want->done || want->timed_out);
  const pthread_mutex_t *mutex = woken ? want->mutex : want->kind == MUTEX ? want->on : NULL;
  if (mutex) {
    const char *holder = name_of_tid(mutex->__data.__owner);
    if (holder) return snprintf(into, size, "mutex %d (held by %.900s)", number_of(mutex), holder);
    return snprintf(into, size, "mutex %d (held by a lane that ended)", number_of(mutex));
  }
  if (want->kind == JOIN) return snprintf(into, size, "join %.900s", want->lane->name);
  return snprintf(into, size, "%s %d", noun(want->kind), number_of(want->on));
}

void log_waits(void) {
  for (int i = 0; i < live_count; i++) {
    static char head[4096], place[4200];
    int length = snprintf(head, sizeof head, "wait %.1900s ", live[i]->name);
    length += what_text(head + length, sizeof head - length - 1, live[i]);
    head[length++] = ' ';
    put_place(head, length, live[i]);
    place_text(place, sizeof place, live[i]);
    dprintf(2, "culprit: %.*s at %s\n", length - 1, head, place);
  }
}
