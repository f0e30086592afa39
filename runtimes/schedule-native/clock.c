/*
 * Virtual time: it moves with the steps of the program, a microsecond whenever it is read (so that waiting for a time in a loop
 * ends), and to the next deadline when nothing can run. It begins at a fixed date: the same plan sees the same times.
 */
#include "runtime.h"
#include <errno.h>
#include <sched.h>
#include <sys/time.h>
#include <unistd.h>

enum { SECOND = 1000000000, UPTIME = 1000 };
static const int64_t first_date = 1767225600; /* 2026-01-01 */
static int64_t skipped, real_date, real_uptime; /* the last two: what the program had read before it was controlled */

int64_t virtual_now(void) {
  int64_t running = self ? steps_of(self) - self->count : 0;
  return (int64_t)UPTIME * SECOND + skipped + total + running;
}

void virtual_advance_to(int64_t when) {
  int64_t now = virtual_now();
  if (when > now) skipped += when - now;
}

int64_t nanoseconds(const struct timespec *time) {
  /* Times beyond a century are meant to be never, and must not overflow. */
  return time->tv_sec > (int64_t)1 << 33 ? NEVER / 2 : time->tv_sec * (int64_t)SECOND + time->tv_nsec;
}

static int is_date(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

/* From virtual time to what the clock shows. */
static int64_t offset_of(clockid_t clock) {
  int64_t first = is_date(clock) ? (real_date ? real_date : first_date) : (real_uptime ? real_uptime : UPTIME);
  return (first - UPTIME) * SECOND;
}

int64_t deadline_of(clockid_t clock, const struct timespec *at) {
  int64_t when = nanoseconds(at) - offset_of(clock);
  return when > 0 ? when : 1;
}

int64_t deadline_in(int64_t wait) {
  int64_t now = virtual_now();
  return wait >= NEVER - 1 - now ? NEVER - 1 : now + (wait > 0 ? wait : 0);
}

/* A time that was read before the program was controlled must not be followed by an earlier one. */
static void note_real(clockid_t clock, int64_t seconds) {
  if (active) return;
  int64_t *latest = is_date(clock) ? &real_date : &real_uptime;
  if (seconds >= *latest) *latest = seconds + 1;
  uncontrolled("clock");
}

static int64_t read_clock(clockid_t clock) {
  skipped += 1000;
  return virtual_now() + offset_of(clock);
}

EXPORT int clock_gettime(clockid_t clock, struct timespec *into) {
  if (!controlled()) {
    int failed = real.clock_gettime(clock, into);
    if (!failed) note_real(clock, into->tv_sec);
    return failed;
  }
  int64_t now = read_clock(clock);
  *into = (struct timespec){ now / SECOND, now % SECOND };
  return 0;
}

EXPORT int gettimeofday(struct timeval *restrict into, void *restrict zone) {
  if (!controlled()) {
    int failed = real.gettimeofday(into, zone);
    if (!failed) note_real(CLOCK_REALTIME, into->tv_sec);
    return failed;
  }
  int64_t now = read_clock(CLOCK_REALTIME);
  *into = (struct timeval){ now / SECOND, now % SECOND / 1000 };
  return 0;
}

EXPORT time_t time(time_t *into) {
  time_t now = controlled() ? read_clock(CLOCK_REALTIME) / SECOND : real.time(NULL);
  if (!controlled()) note_real(CLOCK_REALTIME, now);
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
  return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) == 0 ? nanoseconds(&used) / (SECOND / CLOCKS_PER_SEC) : -1;
}

static void sleep_until(struct lane *me, struct place at, int64_t deadline) {
  arrive_wanting(me, at, (struct want){ .kind = SLEEP, .deadline = deadline });
  if (me->cancelled) pthread_testcancel();
}

EXPORT int nanosleep(const struct timespec *wait, struct timespec *rest) {
  struct lane *me = controlled();
  if (!me) return real.nanosleep(wait, rest);
  sleep_until(me, HERE("sleeps"), deadline_in(nanoseconds(wait)));
  return 0;
}

EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wait, struct timespec *rest) {
  struct lane *me = controlled();
  if (!me) return real.clock_nanosleep(clock, flags, wait, rest);
  sleep_until(me, HERE("sleeps"), flags & TIMER_ABSTIME ? deadline_of(clock, wait) : deadline_in(nanoseconds(wait)));
  return 0;
}

EXPORT int usleep(useconds_t wait) {
  struct lane *me = controlled();
  if (!me) return real.usleep(wait);
  sleep_until(me, HERE("sleeps"), deadline_in(wait * (int64_t)1000));
  return 0;
}

EXPORT unsigned sleep(unsigned wait) {
  struct lane *me = controlled();
  if (!me) return real.sleep(wait);
  sleep_until(me, HERE("sleeps"), deadline_in(wait * (int64_t)SECOND));
  return 0;
}

EXPORT int sched_yield(void) {
  struct lane *me = controlled();
  if (!me) return real.sched_yield();
  arrive_wanting(me, HERE("yields"), (struct want){ .kind = YIELD });
  return 0;
}
