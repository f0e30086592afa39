/* Ends runs that would not end by themselves, and logs why. */
#include "../runtime.h"
#include <stdio.h>
#include <sys/syscall.h>

enum { DEADLOCK_STATUS = 123, LIMIT_STATUS = 124 };

static _Noreturn void exit_program(const char *how, int status) {
  log_end(how);
  for (;;) real.syscall(SYS_exit_group, status);
}

_Noreturn void end_with_deadlock(struct lane *me) {
  if (!me->ended) {
    locate_in_program(me);
    log_run(me);
  }
  dprintf(2, "culprit: deadlock\n");
  log_waits();
  exit_program("deadlock", DEADLOCK_STATUS);
}

/* A livelock if several lanes take turns; a lane that runs alone is in an endless loop. */
_Noreturn void end_at_limit(struct lane *me) {
  int running = 0;
  for (int i = 0; i < live_lane_count; i++) {
    running += can_run(live_lanes[i]) || live_lanes[i]->wait.deadline != NEVER;
  }
  int is_livelock = running > 1 && total_steps - last_switch <= MAX_TURN_STEPS;
  locate_in_program(me);
  log_run(me);
  dprintf(2, "culprit: %sstill running after %lld steps\n", is_livelock ? "livelock, " : "", (long long)total_steps);
  log_waits();
  exit_program(is_livelock ? "livelock" : "limit", LIMIT_STATUS);
}
