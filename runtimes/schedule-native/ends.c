/* A run that does not end by itself is ended here, and the log says why. */
#include "runtime.h"
#include <stdio.h>
#include <sys/syscall.h>

static _Noreturn void leave(const char *how, int status) {
  log_end(how);
  for (;;) real.syscall(SYS_exit_group, status);
}

_Noreturn void end_deadlock(struct lane *me) {
  if (!me->ended) {
    locate(me);
    log_run(me);
  }
  dprintf(2, "culprit: deadlock\n");
  log_waits();
  leave("deadlock", 123);
}

/* Lanes that take turns and never come to an end wait for each other; one that goes on alone has an endless loop. */
_Noreturn void end_limit(struct lane *me, int64_t since_switch) {
  int going = 0;
  for (int i = 0; i < live_count; i++) going += can_run(live[i]) || live[i]->want.deadline != NEVER;
  int several = going > 1 && since_switch <= LONG_TURN;
  locate(me);
  log_run(me);
  dprintf(2, "culprit: %sstill running after %lld steps\n", several ? "livelock, " : "", (long long)total);
  log_waits();
  leave(several ? "livelock" : "limit", 124);
}
