/*
 * Virtual time. It advances by a nanosecond with each step of the program, by a microsecond whenever it is read (so
 * that a loop that waits for a time ends), and to the next deadline when no lane can run. It begins at a fixed date:
 * the same plan sees the same times.
 */
#include "../runtime.h"
#include <sched.h>
#include <sys/time.h>
#include <unistd.h>

enum { SECOND = 1000000000, READING_TIME = 1000, FIRST_UPTIME = 1000 };
static const int64_t first_date = 1767225600; /* 2026-01-01 */
static int64_t skipped_time;
/* Just later than what the program read before it was controlled, in seconds; 0 if it read nothing. */
static int64_t real_date, real_uptime;

int64_t virtual_time(void) {
  int64_t uncounted_steps = current_lane ? steps_of(current_lane) - current_lane->steps : 0;
  return (int64_t)FIRST_UPTIME * SECOND + skipped_time + total_steps + uncounted_steps;
}

void advance_virtual_time(int64_t to) {
  int64_t now = virtual_time();
  if (to > now) skipped_time += to - now;
}

int64_t to_nanoseconds(const struct timespec *time) {
  /* Times beyond a century mean never, and must not overflow. */
  return time->tv_sec > (int64_t)1 << 33 ? NEVER / 2 : time->tv_sec * (int64_t)SECOND + time->tv_nsec;
}

static int shows_date(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

/* What to add to virtual time to get what the clock shows. */
static int64_t offset_of(clockid_t clock) {
  int64_t date = real_date ? real_date : first_date, uptime = real_uptime ? real_uptime : FIRST_UPTIME;
  return ((shows_date(clock) ? date : uptime) - FIRST_UPTIME) * SECOND;
}

int64_t absolute_deadline(clockid_t clock, const struct timespec *time) {
  int64_t deadline = to_nanoseconds(time) - offset_of(clock);
  return deadline > 0 ? deadline : 1;
}

int64_t deadline_after(int64_t nanoseconds) {
  int64_t now = virtual_time();
  return nanoseconds >= NEVER - 1 - now ? NEVER - 1 : now + (nanoseconds > 0 ? nanoseconds : 0);
}

/* ---- reading the time */

/* After a real time was read, virtual time must not show an earlier one. */
static void note_real_time(clockid_t clock, int64_t seconds) {
  if (active) return;
  int64_t *latest = shows_date(clock) ? &real_date : &real_uptime;
  if (seconds >= *latest) *latest = seconds + 1;
  report_uncontrolled("clock");
}

static int64_t read_clock(clockid_t clock) {
  skipped_time += READING_TIME;
  return virtual_time() + offset_of(clock);
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *into) {
  if (!controlled_lane()) {
    int error = real.clock_gettime(clock, into);
    if (!error) note_real_time(clock, into->tv_sec);
    return error;
  }
  int64_t now = read_clock(clock);
  *into = (struct timespec){ now / SECOND, now % SECOND };
  return 0;
}

EXPORT int gettimeofday(struct timeval *restrict into, void *restrict zone) {
  if (!controlled_lane()) {
    int error = real.gettimeofday(into, zone);
    if (!error) note_real_time(CLOCK_REALTIME, into->tv_sec);
    return error;
  }
  int64_t now = read_clock(CLOCK_REALTIME);
  *into = (struct timeval){ now / SECOND, now % SECOND / 1000 };
  return 0;
}

EXPORT time_t time(time_t *into) {
  time_t now = controlled_lane() ? read_clock(CLOCK_REALTIME) / SECOND : real.time(NULL);
  if (!controlled_lane()) note_real_time(CLOCK_REALTIME, now);
  if (into) *into = now;
  return now;
}

EXPORT int timespec_get(struct timespec *into, int base) {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, into);
  return base;
}

EXPORT clock_t clock(void) {
  struct timespec used;
  int error = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return error ? -1 : to_nanoseconds(&used) / (SECOND / CLOCKS_PER_SEC);
}

/* ---- sleeping */

static void sleep_until(struct lane *me, struct code_place place, int64_t deadline) {
  wait_at_yield_point(me, place, (struct wait_condition){ .kind = WAIT_SLEEP, .deadline = deadline });
  exit_if_cancelled(me);
}

EXPORT int nanosleep(const struct timespec *duration, struct timespec *remaining) {
  struct lane *me = controlled_lane();
  if (!me) return real.nanosleep(duration, remaining);
  sleep_until(me, AT_CALLER("sleeps"), deadline_after(to_nanoseconds(duration)));
  return 0;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *remaining) {
  struct lane *me = controlled_lane();
  if (!me) return real.clock_nanosleep(clock, flags, time, remaining);
  int is_absolute = flags & TIMER_ABSTIME;
  int64_t deadline = is_absolute ? absolute_deadline(clock, time) : deadline_after(to_nanoseconds(time));
  sleep_until(me, AT_CALLER("sleeps"), deadline);
  return 0;
}

EXPORT int usleep(useconds_t microseconds) {
  struct lane *me = controlled_lane();
  if (!me) return real.usleep(microseconds);
  sleep_until(me, AT_CALLER("sleeps"), deadline_after(microseconds * (int64_t)1000));
  return 0;
}

EXPORT unsigned sleep(unsigned seconds) {
  struct lane *me = controlled_lane();
  if (!me) return real.sleep(seconds);
  sleep_until(me, AT_CALLER("sleeps"), deadline_after(seconds * (int64_t)SECOND));
  return 0;
}

EXPORT int sched_yield(void) {
  struct lane *me = controlled_lane();
  if (!me) return real.sched_yield();
  wait_at_yield_point(me, AT_CALLER("yields"), (struct wait_condition){ .kind = WAIT_YIELD });
  return 0;
}
