/*
 * The log: what really happened, entry by entry, as runtimes/protocol/native-log.ts reads it. Only the thread that has
 * the token writes. It may be on the small stack of a signal handler, so buffers are static.
 *
 *   entry   KIND FIELD…, with a KIND that is never zero: zeros are what is not written yet
 *   number  seven bits in a byte, the lowest first; a byte with the highest bit set is not the last
 *   text    its length as a number, then its bytes
 *
 * Lanes and places are logged once, as text, and numbered in that order. A run is then a few bytes.
 */
#include "../runtime.h"
#include <stdio.h>
#include <string.h>

enum entry_kind {
  LOG_LANE = 1, LOG_RUN, LOG_AT, LOG_PLACE, LOG_WAIT, LOG_UNCONTROLLED, LOG_END, LOG_YIELDS, LOG_SHARED,
  LOG_SYNCS
};
enum { MAX_REPORTED = 64, MAX_NUMBERED = 256, MAX_TEXT = 8192 };

/* What a lane waits for, as runtimes/protocol/schedule-wait.ts reads it; "-" where there is no object or holder. */
struct wait_words {
  const char *kind;
  char object[912];
  const char *holder;
};

static int is_claimed;
static const char *reported[MAX_REPORTED];
static int reported_count;
static int is_instrumented;

static void write_text_entry(enum entry_kind kind, const char *text, size_t length);
static void write_instrumented(void);
static void write_run(enum entry_kind kind, struct lane *lane);
static void describe_wait(struct wait_words *words, const struct lane *lane);
static void print_wait(const struct lane *lane, const struct wait_words *words);

int claim_log(const char *path) {
  is_claimed = claim_log_file(path);
  for (int i = 0; is_claimed && i < reported_count; i++) {
    write_text_entry(LOG_UNCONTROLLED, reported[i], strlen(reported[i]));
  }
  if (is_claimed && is_instrumented) write_instrumented();
  return is_claimed;
}

void close_log(void) {
  is_claimed = 0;
  close_log_file(KEEP_SIZE);
}

void log_lane(struct lane *lane) {
  static char text[MAX_TEXT];
  static int64_t lanes;
  int length = snprintf(text, sizeof text, "%.1900s ", lane->name);
  lane->number = lanes++;
  write_text_entry(LOG_LANE, text, length + format_place(text + length, sizeof text - length, lane));
}

void log_run(struct lane *lane) { write_run(LOG_RUN, lane); }
void log_at(struct lane *lane) { write_run(LOG_AT, lane); }

void log_shared_place(const void *pc, int64_t passes) {
  static char text[MAX_TEXT];
  int length = snprintf(text, sizeof text, "%lld ", (long long)passes);
  size_t place = format_code(text + length, sizeof text - length, pc);
  if (place) write_text_entry(LOG_SHARED, text, length + place);
}

static void log_syncs(void) {
  char text[24];
  write_text_entry(LOG_SYNCS, text, snprintf(text, sizeof text, "%lld", (long long)syncs));
}

void log_end(const char *how) {
  if (plan.traces_sharing) log_shared_places();
  if (is_instrumented && syncs > 0) log_syncs();
  write_text_entry(LOG_END, how, strlen(how));
  is_claimed = 0;
  close_log_file(CUT_OFF_REST);
}

/* To the log and, for people, to standard error. */
void log_waits(void) {
  for (int i = 0; i < live_lane_count; i++) {
    static char text[MAX_TEXT];
    static struct wait_words words;
    const struct lane *lane = live_lanes[i];
    describe_wait(&words, lane);
    int length = snprintf(text, sizeof text, "%.1900s %s %s", lane->name, words.kind, words.object);
    length += snprintf(text + length, sizeof text - length, " %.900s ", words.holder);
    length += format_place(text + length, sizeof text - length, lane);
    write_text_entry(LOG_WAIT, text, length);
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
  if (active) write_text_entry(LOG_UNCONTROLLED, what, strlen(what));
}

void note_instrumented(void) {
  if (is_instrumented) return;
  is_instrumented = 1;
  if (active) write_instrumented();
}

/* ---- writing entries */

static uint8_t *put_number(uint8_t *at, uint64_t number) {
  for (; number > 127; number >>= 7) *at++ = (uint8_t)(number | 128);
  *at++ = (uint8_t)number;
  return at;
}

static void write_text_entry(enum entry_kind kind, const char *text, size_t length) {
  uint8_t *entry = is_claimed ? begin_log_entry() : NULL;
  if (!entry) return;
  uint8_t *end = put_number(entry + 1, length);
  memcpy(end, text, length);
  end_log_entry(kind, end + length);
}

/* The steps since the lane was logged last: that makes most numbers short. */
static void write_run(enum entry_kind kind, struct lane *lane) {
  uint64_t place = is_claimed ? number_of_place(lane) : 0;
  uint8_t *entry = is_claimed ? begin_log_entry() : NULL;
  if (!entry) return;
  uint8_t *end = put_number(entry + 1, lane->number);
  end = put_number(end, lane->steps - lane->logged_steps);
  end = put_number(end, place);
  lane->logged_steps = lane->steps;
  end_log_entry(kind, end);
}

static void write_instrumented(void) { write_text_entry(LOG_YIELDS, "accesses", 8); }

void log_place(const char *text, size_t length) { write_text_entry(LOG_PLACE, text, length); }

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
