/*
 * How the program exits, for the log; and the yield points on the way: where main returns or exit is called, and behind
 * the last exit handler and destructor. Other threads may still run there, until the process is gone.
 */
#include "../runtime.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int exit_status;
int (*program_main)(int, char **, char **);
static struct lane *exiting_lane;
static int64_t exit_begun;  /* the step of that lane */
static const void *exit_pc; /* where it called exit; or main, if that returned */

static void begin_exit(struct lane *me, struct code_place place);
static int run_main(int count, char **arguments, char **environment);
static void keep_status(int status, void *nothing);

EXPORT int __libc_start_main(
    int (*main)(int, char **, char **), int count, char **arguments, void (*init)(void), void (*fini)(void),
    void (*rtld_fini)(void), void *stack_end) {
  DECLARE_ORIGINAL(int, __libc_start_main, int (*)(int, char **, char **), int, char **, void (*)(void),
                   void (*)(void), void (*)(void), void *);
  program_main = main;
  return original(run_main, count, arguments, init, fini, rtld_fini, stack_end);
}

static int run_main(int count, char **arguments, char **environment) {
  int status = program_main(count, arguments, environment);
  struct lane *me = controlled_lane();
  if (me) memcpy(me->callers, me->created_by, sizeof me->callers);
  begin_exit(me, (struct code_place){ .pc = (const char *)(uintptr_t)program_main + 1, .action = "returns" });
  return status;
}

EXPORT _Noreturn void exit(int status) {
  DECLARE_ORIGINAL(void, exit, int);
  begin_exit(controlled_lane(), AT_CALLER("exits"));
  original(status);
  __builtin_unreachable();
}

/* A second lane that comes here waits for the end: only one can run the exit handlers. */
static void begin_exit(struct lane *me, struct code_place place) {
  if (!me) return;
  if (policy_gives_way_at_exit()) wait_at_yield_point(me, place, (struct wait_condition){ .kind = WAIT_YIELD });
  else reach_yield_point(me, place);
  if (exiting_lane && exiting_lane != me) wait_at_yield_point(me, place, (struct wait_condition){ .kind = WAIT_EXIT });
  exiting_lane = me;
  exit_begun = steps_of(me);
  exit_pc = place.pc;
}

/*
 * Exit handlers registered before this one run after it, and may still join threads. So this one only keeps the status;
 * control ends in the destructor of the library.
 */
void log_status_at_exit(void) { on_exit(keep_status, NULL); }

static void keep_status(int status, void *nothing) {
  (void)nothing;
  exit_status = status;
}

/* The exit is a step of its own, like the end of a lane. */
static void log_exit(int status) {
  if (!active) return;
  char how[32];
  snprintf(how, sizeof how, "exit %d", status & 255);
  struct lane *me = current_lane;
  if (me) {
    me->in_runtime = 1;
    steps_left--;
    update_step_counts(me);
    me->place = (struct code_place){ .pc = exit_pc ? (const char *)exit_pc - 1 : (const void *)&log_exit, .action = "exits" };
    locate_in_program(me);
    log_run(me);
  }
  log_end(how);
  release_control();
}

/* Where no exit handler took a step, this is the same place as the beginning of the exit. */
__attribute__((destructor)) static void log_normal_exit(void) {
  struct lane *me = controlled_lane();
  if (me && (exiting_lane != me || steps_of(me) > exit_begun))
    reach_yield_point(me, (struct code_place){ .pc = exit_pc ? exit_pc : (const void *)&log_exit, .action = "exits" });
  log_exit(exit_status);
}

EXPORT void _exit(int status) {
  struct lane *me = controlled_lane();
  if (me) reach_yield_point(me, AT_CALLER("exits"));
  log_exit(status);
  for (;;) syscall(SYS_exit_group, status);
}
EXPORT void _Exit(int status) { _exit(status); }
