/*
 * culprit's control over the threads of a native program: one shared library, put before libc with LD_PRELOAD.
 *
 * One thread runs at a time: the one that has the token (scheduler.c). A *lane* is a thread; it counts the *yield points* it
 * passes: calls of pthread functions and the like (threads.c, locks.c, meetings.c, clock.c, input.c, processes.c, signals.c,
 * futex.c) and, if the program was compiled for it, basic blocks or memory accesses (accesses.c, atomics.c). All a yield point
 * costs is to count down a variable of the thread; where it gets to zero there is something to do: a segment of the plan is
 * over (plan.c), the policy wants a switch (policy.c), somebody wants to know where the lane is, or the limit is reached.
 *
 * Every place where a lane can stop is a step of its own, and what the lane wants there (`struct want`) is known before it
 * stops. So a lane that was stopped by the plan before it takes a lock and one that found the lock taken are in the same
 * state, and a log replayed as a plan gives the same log. Whether a lane can run is computed from what it wants, never stored.
 *
 * Nothing here uses the program's heap, its clock or its random numbers.
 *
 * What is assumed: glibc (its mutexes, conditions and barriers are read; those of musl look otherwise, and the headers do not
 * compile there), and a processor of x86-64 or arm64, of which only the first was tried.
 *
 * Which process is controlled: the first that creates a thread or passes an instrumented yield point, not the shell or make
 * around it. It claims the log and takes our variables out of its environment, so its children run free.
 */
#include "runtime.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

int active;
static int resolved, decided;
static pthread_key_t at_thread_end;
__thread int64_t left __attribute__((tls_model("initial-exec")));
__thread struct lane *self __attribute__((tls_model("initial-exec")));

static void leave_environment(void);
static void at_exit(int status, void *nothing);
static void thread_ends(void *round);

void wake_up(void) {
  if (resolved) return;
  resolved = 1;
  real_resolve();
}

struct lane *controlled(void) {
  if (__builtin_expect(!resolved, 0)) wake_up();
  struct lane *me = self;
  return active && me && !me->inside ? me : NULL;
}

int take_control(void) {
  if (decided) return active;
  decided = 1;
  wake_up();
  const char *log = getenv("CULPRIT_LOG");
  const char *planned = getenv("CULPRIT_PLAN");
  if (!log || !*log) return 0;
  if (planned) plan_read(planned);
  struct lane *main_lane = lane_new(NULL);
  main_lane->thread = pthread_self();
  main_lane->start = main_lane->at.pc = (const void *)getauxval(AT_ENTRY);
  if (!log_claim(log)) return 0;
  leave_environment();
  pthread_key_create(&at_thread_end, thread_ends);
  on_exit(at_exit, NULL);
  watch_for_crashes();
  active = 1;
  log_lane(main_lane);
  lane_begin(main_lane);
  return 1;
}

/* The last thing a thread does: after its own destructors, which are run up to four times. */
static void thread_ends(void *round) {
  if ((intptr_t)round < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(at_thread_end, (char *)round + 1);
  } else if (active && self) {
    lane_end(self);
  }
}

void lane_begin(struct lane *lane) {
  self = lane;
  lane->tid = (int)syscall(SYS_gettid);
  pthread_setspecific(at_thread_end, (void *)1);
  left = lane->target - lane->count;
}

void let_go(void) {
  active = 0;
  decided = 1;
  self = NULL;
  left = FREE_RUN;
}

/* A step of its own, like the end of a lane; at the call of exit, or the start code where main returned. */
static void say_exit(int status) {
  if (!active) return;
  char how[32];
  snprintf(how, sizeof how, "exit %d", status & 255);
  if (self) {
    self->inside = 1;
    left--;
    settle(self);
    self->at = (struct place){ .pc = (const void *)&say_exit, .does = "exits" };
    locate(self);
    log_run(self);
  }
  log_end(how);
  let_go();
}

/* Handlers that were there before ours come after it, and may still join threads: control goes on until all are done. */
static int exit_status;
static void at_exit(int status, void *nothing) {
  (void)nothing;
  exit_status = status;
}
__attribute__((destructor)) static void at_last(void) { say_exit(exit_status); }

EXPORT void _exit(int status) {
  say_exit(status);
  for (;;) syscall(SYS_exit_group, status);
}
EXPORT void _Exit(int status) { _exit(status); }

static void leave_environment(void) {
  unsetenv("CULPRIT_LOG");
  unsetenv("CULPRIT_PLAN");
  unsetenv("CULPRIT_ROOM");
  const char *preload = getenv("LD_PRELOAD");
  if (!preload) return;
  char *rest = own_memory(strlen(preload) + 1), *end = rest;
  for (const char *at = preload; *at;) {
    size_t length = strcspn(at, ": ");
    if (length && !memmem(at, length, "culprit-schedule", 16)) {
      if (end != rest) *end++ = ':';
      memcpy(end, at, length);
      end += length;
    }
    at += length + (at[length] != 0);
  }
  *end = 0;
  if (*rest) setenv("LD_PRELOAD", rest, 1);
  else unsetenv("LD_PRELOAD");
}

__attribute__((constructor)) static void begin(int count, char **arguments) {
  (void)count;
  wake_up();
  fix_addresses(arguments);
}
