/* How the program exits, for the log. */
#include "../runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int exit_status;
static void keep_status(int status, void *nothing);

/*
 * Exit handlers registered before this one run after it, and may still join threads. So this one only keeps the status;
 * control ends in the destructor of the library.
 */
void log_status_at_exit(void) { on_exit(keep_status, NULL); }

static void keep_status(int status, void *nothing) {
  (void)nothing;
  exit_status = status;
}

/* The exit is a step of its own, like the end of a lane. It is placed at the call of exit, or where main was called. */
static void log_exit(int status) {
  if (!active) return;
  char how[32];
  snprintf(how, sizeof how, "exit %d", status & 255);
  struct lane *me = current_lane;
  if (me) {
    me->in_runtime = 1;
    steps_left--;
    update_step_counts(me);
    me->place = (struct code_place){ .pc = (const void *)&log_exit, .action = "exits" };
    locate_in_program(me);
    log_run(me);
  }
  log_end(how);
  release_control();
}

__attribute__((destructor)) static void log_normal_exit(void) { log_exit(exit_status); }

EXPORT void _exit(int status) {
  log_exit(status);
  for (;;) syscall(SYS_exit_group, status);
}
EXPORT void _Exit(int status) { _exit(status); }
