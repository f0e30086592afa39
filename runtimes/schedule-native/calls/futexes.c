/* syscall(), through which the locks of Rust's std and of libstdc++ use futexes. */
#include "../runtime.h"
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

static int64_t futex_deadline(int operation, int command, const struct timespec *time) {
  if (!time) return NEVER;
  if (command == FUTEX_WAIT) return deadline_after(to_nanoseconds(time));
  return absolute_deadline(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
}

static long wait_on_futex(struct lane *me, struct code_place place, struct wait_condition wait, uint32_t expected) {
  place.action = "waits_on_futex";
  reach_yield_point(me, place);
  if (__atomic_load_n((uint32_t *)wait.object, __ATOMIC_SEQ_CST) != expected) {
    errno = EAGAIN;
    return -1;
  }
  wait_at_yield_point(me, place, wait);
  if (me->wait.satisfied) return 0;
  errno = ETIMEDOUT;
  return -1;
}

static long wake_futex(struct lane *me, struct code_place place, struct wait_condition what, uint32_t max) {
  place.action = "wakes_futex";
  reach_yield_point(me, place);
  return wake_lanes(what, max);
}

/* Other kinds of wait are not controlled: one of them may block while it has the token. */
static long call_futex(struct lane *me, struct code_place place, const long *arguments) {
  int operation = (int)arguments[1], command = operation & FUTEX_CMD_MASK;
  uint32_t value = (uint32_t)arguments[2];
  int has_bits = command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET;
  struct wait_condition wait = {
    .kind = WAIT_FUTEX,
    .object = (void *)arguments[0],
    .futex_bits = has_bits ? (uint32_t)arguments[5] : FUTEX_BITSET_MATCH_ANY,
  };
  if (command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET) return wake_futex(me, place, wait, value);
  if (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET) {
    wait.deadline = futex_deadline(operation, command, (const struct timespec *)arguments[3]);
    return wait_on_futex(me, place, wait, value);
  }
  report_uncontrolled("futex");
  return real.syscall(
      SYS_futex, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

static void report_uncontrolled_syscall(long number) {
  if (number == SYS_io_uring_setup) report_uncontrolled("io_uring");
  if (number == SYS_clone || number == SYS_clone3) report_uncontrolled("thread");
}

EXPORT long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) arguments[i] = va_arg(list, long);
  va_end(list);
  struct lane *me = controlled_lane();
  if (me && number == SYS_futex) return call_futex(me, AT_CALLER(NULL, (void *)arguments[0]), arguments);
  if (me && number == SYS_getrandom) {
    fill_random((void *)arguments[0], (size_t)arguments[1]);
    return arguments[1];
  }
  if (me) report_uncontrolled_syscall(number);
  return real.syscall(
      number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}
