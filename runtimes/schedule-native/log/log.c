/*
 * The log: one write for each line, so everything logged so far survives a crash. Only the thread that has the token
 * writes. It may be on the small stack of a signal handler, so buffers are static.
 */
#include "../runtime.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_REPORTED = 64, MAX_NUMBERED = 256 };

/* What a lane waits for, as runtimes/protocol/schedule-wait.ts reads it; "-" where there is no object or holder. */
struct wait_words {
  const char *kind;
  char object[912];
  const char *holder;
};

static int log_fd = -1;
static const char *reported[MAX_REPORTED];
static int reported_count;
static int is_instrumented;

static void write_all(const char *text, size_t size);
static void write_uncontrolled(const char *what);
static void write_instrumented(void);
static void write_instrumented(void) { write_all("yields accesses\n", 16); }

static void write_entry(const char *entry, const struct lane *lane);
static void write_with_place(const char *head, size_t length, const struct lane *lane);
static void describe_wait(struct wait_words *words, const struct lane *lane);
static void print_wait(const struct lane *lane, const struct wait_words *words);

int claim_log(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  struct stat file;
  if (fd < 0) {
    dprintf(2, "culprit: cannot write %s\n", path);
    return 0;
  }
  int is_ours = flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &file) == 0 && file.st_size == 0;
  /* A high number, so that the program's own files get the same numbers as without us. */
  if (is_ours) log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 900);
  if (is_ours && log_fd < 0) log_fd = fcntl(fd, F_DUPFD_CLOEXEC, 200);
  close(fd);
  if (log_fd < 0) return 0;
  for (int i = 0; i < reported_count; i++) write_uncontrolled(reported[i]);
  if (is_instrumented) write_instrumented();
  return 1;
}

void close_log(void) {
  if (log_fd >= 0) close(log_fd);
  log_fd = -1;
}

void log_lane(const struct lane *lane) {
  static char head[2048];
  write_with_place(head, snprintf(head, sizeof head, "lane %.1900s ", lane->name), lane);
}

void log_run(const struct lane *lane) { write_entry("run", lane); }
void log_at(const struct lane *lane) { write_entry("at", lane); }

void log_end(const char *how) {
  char line[64];
  write_all(line, snprintf(line, sizeof line, "end %s\n", how));
}

/* To the log and, for people, to standard error. */
void log_waits(void) {
  for (int i = 0; i < live_lane_count; i++) {
    static char head[4096];
    static struct wait_words words;
    const struct lane *lane = live_lanes[i];
    describe_wait(&words, lane);
    int length = snprintf(head, sizeof head, "wait %.1900s %s %s", lane->name, words.kind, words.object);
    length += snprintf(head + length, sizeof head - length, " %.900s ", words.holder);
    write_with_place(head, length, lane);
    print_wait(lane, &words);
  }
}

/* What happens before control is taken is written when the log is claimed. */
void report_uncontrolled(const char *what) {
  for (int i = 0; i < reported_count; i++) {
    if (strcmp(reported[i], what) == 0) return;
  }
  if (reported_count == MAX_REPORTED) return;
  reported[reported_count++] = what;
  if (active) write_uncontrolled(what);
}

void note_instrumented(void) {
  if (is_instrumented) return;
  is_instrumented = 1;
  if (active) write_instrumented();
}

/* ---- writing lines */

static void write_all(const char *text, size_t size) {
  while (size > 0) {
    ssize_t written = real.write(log_fd, text, size);
    if (written <= 0) return;
    text += written;
    size -= written;
  }
}

static void write_uncontrolled(const char *what) {
  char line[128];
  write_all(line, snprintf(line, sizeof line, "unc %s\n", what));
}

static void write_entry(const char *entry, const struct lane *lane) {
  static char head[2048];
  int length = snprintf(head, sizeof head, "%s %.1900s %lld ", entry, lane->name, (long long)lane->steps);
  write_with_place(head, length, lane);
}

static void write_with_place(const char *head, size_t length, const struct lane *lane) {
  static char line[8192];
  memcpy(line, head, length);
  length += format_place(line + length, sizeof line - length - 1, lane);
  line[length++] = '\n';
  write_all(line, length);
}

/* ---- what a lane waits for */

/* Objects are numbered in the order in which they are logged: their addresses differ from run to run. */
static int number_of(const void *object) {
  static const void *numbered[MAX_NUMBERED];
  static int count;
  for (int i = 0; i < count; i++) {
    if (numbered[i] == object) return i + 1;
  }
  if (count < MAX_NUMBERED) numbered[count++] = object;
  return count;
}

static const char *name_of_tid(int tid) {
  for (int i = 0; i < live_lane_count; i++) {
    if (live_lanes[i]->tid == tid) return live_lanes[i]->name;
  }
  return NULL;
}

static const char *word_for(enum wait_kind kind) {
  static const char *const words[] = {
    [WAIT_NONE] = "running", [WAIT_YIELD] = "running", [WAIT_MUTEX] = "mutex", [WAIT_READ_LOCK] = "rwlock",
    [WAIT_WRITE_LOCK] = "rwlock", [WAIT_SPINLOCK] = "spinlock", [WAIT_CONDVAR] = "condvar",
    [WAIT_SEMAPHORE] = "semaphore", [WAIT_BARRIER] = "barrier", [WAIT_ONCE] = "once", [WAIT_FUTEX] = "futex",
    [WAIT_JOIN] = "join", [WAIT_SLEEP] = "sleep", [WAIT_POLL] = "input", [WAIT_SIGNAL] = "signal",
    [WAIT_EXIT] = "exit",
  };
  return words[kind];
}

/* The others wait for nothing that two lanes could share. */
static int is_numbered(enum wait_kind kind) {
  return kind != WAIT_NONE && kind != WAIT_YIELD && kind != WAIT_SLEEP && kind != WAIT_POLL && kind != WAIT_SIGNAL
      && kind != WAIT_EXIT;
}

static void describe_wait(struct wait_words *words, const struct lane *lane) {
  const struct wait_condition *wait = &lane->wait;
  *words = (struct wait_words){ .kind = word_for(wait->kind), .object = "-", .holder = "-" };
  /* A lane whose condition variable was signalled waits for the mutex only. */
  int was_woken = wait->kind == WAIT_CONDVAR && (wait->satisfied || wait->timed_out);
  const pthread_mutex_t *mutex = was_woken ? wait->mutex : wait->kind == WAIT_MUTEX ? wait->object : NULL;
  if (mutex) {
    const char *owner = name_of_tid(mutex->__data.__owner);
    words->kind = word_for(WAIT_MUTEX);
    words->holder = owner ? owner : "ended";
    snprintf(words->object, sizeof words->object, "%d", number_of(mutex));
  } else if (wait->kind == WAIT_JOIN) {
    snprintf(words->object, sizeof words->object, "%.900s", wait->lane->name);
  } else if (is_numbered(wait->kind)) {
    snprintf(words->object, sizeof words->object, "%d", number_of(wait->object));
  }
}

static void print_wait(const struct lane *lane, const struct wait_words *words) {
  static char place[4200];
  int is_running = lane->wait.kind == WAIT_NONE || lane->wait.kind == WAIT_YIELD;
  dprintf(2, "culprit: %s %s %s", lane->name, is_running ? "was still" : "waits for", words->kind);
  if (strcmp(words->object, "-") != 0) dprintf(2, " %s", words->object);
  if (strcmp(words->holder, "ended") == 0) dprintf(2, " (held by a lane that ended)");
  else if (strcmp(words->holder, "-") != 0) dprintf(2, " (held by %s)", words->holder);
  format_place(place, sizeof place, lane);
  dprintf(2, " at %s\n", place);
}
