/* The token: the thread that has it runs, all others wait on a futex. */
#include "../runtime.h"
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

int64_t last_switch;
static int exiting_tid;

static void await_exiting_thread(void);

void pass_token(struct lane *to) {
  last_switch = total_steps;
  __atomic_store_n(&to->has_token, 1, __ATOMIC_SEQ_CST);
  real.syscall(SYS_futex, &to->has_token, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
}

void await_token(struct lane *me) {
  while (!__atomic_load_n(&me->has_token, __ATOMIC_SEQ_CST)) {
    real.syscall(SYS_futex, &me->has_token, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);
  }
  __atomic_store_n(&me->has_token, 0, __ATOMIC_SEQ_CST);
  if (exiting_tid) await_exiting_thread();
}

void note_exiting_thread(int tid) { exiting_tid = tid; }

/*
 * A thread frees its stack and its heap arena after it has passed the token. What malloc then returns must not depend
 * on how fast that happens. The main thread stays as long as the process.
 */
static void await_exiting_thread(void) {
  int pid = getpid(), tid = exiting_tid;
  exiting_tid = 0;
  for (int tries = 0; tid && tid != pid && tries < 100000; tries++) {
    if (real.syscall(SYS_tgkill, pid, tid, 0) != 0) return;
    real.sched_yield();
  }
}
