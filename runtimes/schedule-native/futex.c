/* syscall(): the locks of Rust's std and of libstdc++ are futexes called through it. */
#include "runtime.h"
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

static int64_t futex_deadline(int operation, int command, const struct timespec *time) {
  if (!time) return NEVER;
  if (command == FUTEX_WAIT) return deadline_in(nanoseconds(time));
  return deadline_of(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
}

static long futex_wait(struct lane *me, struct place at, struct want want, uint32_t expected) {
  at.does = "waits_on_futex";
  arrive(me, at);
  if (__atomic_load_n((uint32_t *)want.on, __ATOMIC_SEQ_CST) != expected) {
    errno = EAGAIN;
    return -1;
  }
  want.kind = FUTEX;
  arrive_wanting(me, at, want);
  if (me->want.done) return 0;
  errno = ETIMEDOUT;
  return -1;
}

static long futex_wake(struct lane *me, struct place at, struct want woken, uint32_t most) {
  at.does = "wakes_futex";
  arrive(me, at);
  long count = 0;
  for (; (uint32_t)count < most; count++) {
    struct lane *first = NULL;
    for (int i = 0; i < live_count; i++) {
      const struct want *want = &live[i]->want;
      int hears = want->kind == FUTEX && want->on == woken.on && want->bits & woken.bits;
      if (!hears || want->done || want->timed_out) continue;
      if (!first || want->turn < first->want.turn) first = live[i];
    }
    if (!first) break;
    first->want.done = 1;
  }
  woke_others();
  return count;
}

/* A wait of a kind that is not modelled would keep the token for ever. */
static long futex(struct lane *me, struct place at, const long *a) {
  int operation = (int)a[1], command = operation & FUTEX_CMD_MASK;
  struct want want = { .on = (void *)a[0], .bits = FUTEX_BITSET_MATCH_ANY };
  if (command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET) want.bits = (uint32_t)a[5];
  if (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET) {
    want.deadline = futex_deadline(operation, command, (const struct timespec *)a[3]);
    return futex_wait(me, at, want, (uint32_t)a[2]);
  }
  if (command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET) return futex_wake(me, at, want, (uint32_t)a[2]);
  uncontrolled("futex");
  return real.syscall(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
}

static void note_call(long number) {
  if (number == SYS_io_uring_setup) uncontrolled("io_uring");
  if (number == SYS_clone || number == SYS_clone3) uncontrolled("thread");
}

EXPORT long syscall(long number, ...) {
  long a[6];
  va_list arguments;
  va_start(arguments, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(arguments, long);
  va_end(arguments);
  struct lane *me = controlled();
  if (me && number == SYS_futex) return futex(me, HERE(NULL, (void *)a[0]), a);
  if (me && number == SYS_getrandom) {
    fill_random((void *)a[0], (size_t)a[1]);
    return a[1];
  }
  if (me) note_call(number);
  return real.syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
