/*
 * What the parts of the runtime share. README.md explains how they fit together.
 *
 * In all of it, `me` is the lane of the calling thread.
 */
#ifndef CULPRIT_RUNTIME_H
#define CULPRIT_RUNTIME_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "control/real-functions.h"
#include <stddef.h>
#include <stdint.h>

/*
 * On everything that replaces a function of libc or that compilers call. Hidden in the object linked into each
 * program.
 */
#ifndef EXPORT
#define EXPORT __attribute__((visibility("default")))
#endif
/* On what the object linked into each program shares with the library. */
#define SHARED_SYMBOL __attribute__((visibility("default")))
#define CALLER_PC __builtin_extract_return_addr(__builtin_return_address(0))
#define NEVER INT64_MAX
/* Maximum number of callers kept for a place. */
#define MAX_CALLERS 5
/* `steps_left` of a thread without a lane: it never counts down to zero. */
#define UNLIMITED_STEPS (INT64_MAX / 2)
/* Maximum length of a turn. Then other lanes run and time passes: the lane may be waiting for either in a loop. */
#define MAX_TURN_STEPS 1000000

/* A place in the code, and what a lane is about to do there. */
struct code_place {
  const void *pc;
  const char *action;       /* words joined by underscores, as `locks_mutex`; NULL if unknown */
  const void *object;       /* the variable it is done to, if any */
  const struct lane *lane;  /* or the lane it is done to */
};
/* The place an interposed function was called from. */
#define AT_CALLER(...) ((struct code_place){ .pc = CALLER_PC, .action = __VA_ARGS__ })

enum wait_kind {
  WAIT_NONE, WAIT_YIELD, WAIT_MUTEX, WAIT_READ_LOCK, WAIT_WRITE_LOCK, WAIT_SPINLOCK, WAIT_CONDVAR, WAIT_SEMAPHORE,
  WAIT_BARRIER, WAIT_JOIN, WAIT_ONCE, WAIT_SLEEP, WAIT_FUTEX, WAIT_POLL, WAIT_SIGNAL, WAIT_EXIT
};

/* What has to be true before a lane that stopped at a yield point can run again. */
struct wait_condition {
  enum wait_kind kind;
  void *object;           /* the lock, condition variable, semaphore, futex word, signal set, … */
  pthread_mutex_t *mutex; /* WAIT_CONDVAR: has to be free again, too */
  struct lane *lane;      /* WAIT_JOIN: the lane to be joined */
  struct pollfd *fds;     /* WAIT_POLL */
  nfds_t fd_count;
  uint32_t futex_bits;    /* WAIT_FUTEX: only wakes with one of these bits count */
  uint64_t order;         /* lanes that began to wait earlier have a lower number and are woken first */
  int64_t deadline;       /* virtual nanoseconds, or NEVER */
  int satisfied;          /* another lane woke it */
  int timed_out;
};

struct lane {
  char *name;                    /* "1" is the main thread, "1.2" the second thread created by 1 */
  int64_t number;                /* in the log */
  int64_t logged_steps;          /* its steps when it was last logged */
  struct planned_lane *planned;  /* its entry in the plan; NULL if the plan does not name it */
  int64_t steps;                 /* yield points passed when the scheduler last ran in it; see steps_of */
  int64_t next_check;            /* the scheduler runs in it again when it has taken this many steps */
  int64_t next_choice;           /* the same, if it runs earlier only to look at places */
  int64_t turn_start;            /* its steps when its turn began */
  int64_t children;              /* number of threads it created */
  uint32_t has_token;            /* a futex word */
  int tid, ended, detached, cancelled;
  int in_runtime;                /* code of the runtime is running: calls go straight to the real functions */
  uint64_t priority;             /* of the policy pct */
  int64_t long_turns;            /* pct: how often it ran for MAX_TURN_STEPS */
  pthread_t thread;
  const void *entry;             /* its start routine, or where it was created if that is code of a library */
  const void *created_by[MAX_CALLERS]; /* the calls that led to its creation, innermost first */
  struct code_place place;       /* where it stopped */
  const void *callers[MAX_CALLERS]; /* of that place, innermost first; NULL ends them */
  struct wait_condition wait;
  sigset_t sent_signals;         /* WAIT_SIGNAL: pending for this lane alone */
  struct watch *next_watch;
  struct lane *next;             /* in the list of lanes that may still be joined, or of those free for reuse */
};

/* ---- Fast path: all that most yield points do is count down `steps_left`. */
extern SHARED_SYMBOL __thread int64_t steps_left __asm__("culprit_steps_left")
    __attribute__((tls_model("initial-exec")));
extern __thread struct lane *current_lane __attribute__((tls_model("initial-exec")));
SHARED_SYMBOL void step_slow(const void *pc, const char *action, const volatile void *object) __asm__("culprit_step");
/* The program, or a library of it, has yield points before its memory accesses. */
SHARED_SYMBOL void note_instrumented(void) __asm__("culprit_note_instrumented");
/* Compilers load, subtract and store the count. Doing it in one instruction makes a step faster by a sixth. */
static inline void step(const void *pc, const char *action, const volatile void *object) {
#ifdef __x86_64__
  __asm__ goto("decq %0\n\tjle %l[zero]" : : "m"(steps_left) : "memory", "cc" : zero);
  return;
zero:
  step_slow(pc, action, object);
#else
  if (__builtin_expect(--steps_left <= 0, 0)) step_slow(pc, action, object);
#endif
}

/* ---- control/control.c */
extern int active; /* this process is under control */
/* Takes control if this process is the one to be controlled; returns whether it is under control. */
int take_control(void);
/* Ends control for good: in a forked child, or when the program exits. */
void release_control(void);
/* The lane of the calling thread, or NULL if the call has to go straight to the real function. */
struct lane *controlled_lane(void);
/* Makes the calling thread run as this lane. */
void attach_lane(struct lane *lane);

/* ---- control/program-exit.c */
extern int (*program_main)(int, char **, char **); /* NULL before the program begins */
void log_status_at_exit(void);

/* ---- control/debugger.c */
void show_planned_switch(const struct lane *from, const struct lane *to);

/* ---- control/fixed-addresses.c */
void restart_with_fixed_addresses(char **arguments);

/* ---- control/private-memory.c */
/* Zeroed memory that is never freed. It is not on the program's heap, which has to look as it does without us. */
void *allocate_private(size_t size);

/* ---- scheduler/lanes.c */
extern struct lane **live_lanes;  /* those that have not ended, in the order of their names */
extern struct lane **ready_lanes; /* scratch space for as many */
extern int live_lane_count;
struct lane *create_lane(struct lane *parent);
void free_lane(struct lane *lane);
void remove_live_lane(struct lane *lane);
struct lane *find_lane(pthread_t thread);

/* ---- scheduler/scheduler.c */
extern int64_t total_steps; /* of all lanes, when the scheduler last ran */
/* Counts a step at an interposed call, and returns when the lane has the token and can run. */
void reach_yield_point(struct lane *me, struct code_place place);
/* The same, and the lane can run only when `wait` is fulfilled. */
void wait_at_yield_point(struct lane *me, struct code_place place, struct wait_condition wait);
/* To be called before a synchronisation, that is an interposed call or an atomic operation: the policy may choose. */
void note_sync(void);
/* To be called after doing something that may let other lanes run: some policies then choose again at the next step. */
void notify_others_may_run(void);
int64_t steps_of(const struct lane *lane);
/* Adds the steps since the last call to the counts of the lane and of the program. */
void update_step_counts(struct lane *me);
/* Logs how far the lane got, before a call that may not return. */
void log_position(struct lane *me);
/* Sets how far the first lane, which runs already, may go. */
void start_first_turn(struct lane *lane);
void await_first_turn(struct lane *lane);
void end_lane(struct lane *me);

/* To be called after a wait that pthread_cancel interrupts. */
static inline void exit_if_cancelled(const struct lane *me) {
  if (me->cancelled) pthread_testcancel();
}

/* ---- scheduler/choose-lane.c */
/* The lane to run next; NULL if all have ended. Ends the run if it is deadlocked. */
struct lane *choose_lane(struct lane *me);
int plan_is_over(void);
/* Fills in the lanes in a short sleep, which the policy may choose, too, and returns their number. */
int find_sleeping_lanes(struct lane **into);
/* Lets time pass until the lane can run, if it sleeps; returns it. All sleeps that end before that end, too. */
struct lane *wake(struct lane *lane);
/* It called sched_yield or ran for MAX_TURN_STEPS: any other lane that can run goes first. */
int should_yield(const struct lane *lane);

/* ---- scheduler/token.c */
extern int64_t last_switch; /* `total_steps` when the token was last passed */
void pass_token(struct lane *to);
void await_token(struct lane *me);
/* The next owner of the token waits until this thread is really gone. */
void note_exiting_thread(int tid);

/* ---- scheduler/wait-conditions.c */
int can_run(struct lane *lane);
/* Wakes up to `max` lanes that wait for this, those that have waited longest first; returns how many. */
long wake_lanes(struct wait_condition what, uint32_t max);
void wake_all_lanes(struct wait_condition what);
int count_waiting(struct wait_condition what);

/* ---- scheduler/forced-end.c */
_Noreturn void end_with_deadlock(struct lane *me);
_Noreturn void end_at_limit(struct lane *me);

/* ---- scheduler/policy.c */
/* `plan_just_ended`: the last segment ended at this very step; the lane runs on as if the policy had chosen it. */
struct lane *choose_by_policy(struct lane *me, struct lane **ready, int count, int plan_just_ended);
/* The step of the lane at which the policy has to choose again. */
int64_t next_policy_check(const struct lane *lane);
void assign_priority(struct lane *lane);
int policy_asks_at_places(void);
int policy_gives_way_at_exit(void);
int policy_switches_here(const struct lane *me, const void *pc);
int policy_rechecks_after_wakeup(void);
/* To be asked once at each synchronisation: whether the policy has to choose there. */
int policy_picks_sync(void);
extern int64_t syncs; /* how many there were while several lanes were live */
/* Zero for places at which the policy has nothing to do, when it looks at each step. Others may share their entry. */
enum { PLACE_HASHES = 1 << 16 };
extern uint8_t place_chances[PLACE_HASHES];
static inline uint64_t place_hash(const void *pc) { return (uint64_t)(uintptr_t)pc * 0x9e3779b97f4a7c15u >> 48; }
/* The policy may switch at any step, by its place: where `policy_picks_place`. */
int policy_looks_at_each_step(void);
int policy_picks_place(struct lane *me, const void *pc);

/* ---- scheduler/plan.c */
/* A step to be logged when the lane reaches it. */
struct watch { int64_t step; struct watch *next; };
/* A lane that the plan names. `lane` is NULL before it is created and after it ended. */
struct planned_lane {
  const char *name;
  size_t length;
  struct lane *lane;
  int was_created;
  struct watch *first_watch, *last_watch;
};
/* The lane runs until it has taken `end_step` steps. */
struct segment { struct planned_lane *planned; int64_t end_step; };
/* pct: the lane that is the `passes_left`th from now to pass the place gets the lowest priority. */
struct place_change { const void *pc; int64_t passes_left; };
enum { MAX_PLACE_CHANGES = 8 };
enum policy { POLICY_DEFAULT, POLICY_UNIFORM, POLICY_PCT, POLICY_BIASED };
extern struct plan {
  enum policy policy;
  uint64_t seed;
  int64_t quantum, depth, steps; /* parameters of the policy */
  int64_t syncs;                 /* pct, uniform: synchronisations of a run, to switch only there; 0: at all steps */
  int64_t limit;                 /* maximum number of steps of all lanes together */
  int choices;                   /* log the choices */
  int traces_sharing;            /* log the places that access what several lanes access */
  int has_changes, change_count; /* pct: priorities change at these places, not at random steps */
  struct place_change changes[MAX_PLACE_CHANGES];
  struct segment *segments;
  int64_t segment_count, position; /* position: the segment that is being followed */
} plan;
void read_plan(const char *path);
struct planned_lane *find_planned_lane(const char *name);

/* ---- log/log.c */
/* True for the one process that may write the log: the first to find it empty. */
int claim_log(const char *path);
void close_log(void);
void log_lane(struct lane *lane);
void log_run(struct lane *lane);
void log_at(struct lane *lane);
void log_place(const char *text, size_t length);
void log_shared_place(const void *pc, int64_t passes);
void log_end(const char *how);
void log_waits(void);
/* Logs, once, that the program does something that the runtime does not control. */
void report_uncontrolled(const char *what);

/* ---- log/choices.c */
void open_choices(const char *log_path);
void log_choice(const struct lane *me, struct lane **ready, int count);

/* ---- log/shared-places.c */
void trace_access(const struct lane *me, const struct code_place *place);
void log_shared_places(void);

/* ---- log/log-file.c */
int claim_log_file(const char *path);
enum log_rest { KEEP_SIZE, CUT_OFF_REST };
void close_log_file(enum log_rest rest);
/* Where to write an entry, of at most 16 KiB; its first byte is left to `end_log_entry`. */
uint8_t *begin_log_entry(void);
void end_log_entry(int kind, uint8_t *end);

/* ---- log/place-numbers.c */
/* The number of the place where the lane stopped; a new one is logged first. */
uint64_t number_of_place(const struct lane *lane);

/* ---- log/places.c */
/* Writes the place where the lane stopped as one word; returns its length. */
size_t format_place(char *into, size_t size, const struct lane *lane);
/* The same for an address of code, without callers and action; empty if it is in no module. */
size_t format_code(char *into, size_t size, const void *pc);
/* Moves the place of the calling lane to the nearest code of the program itself, and records its callers. */
void locate_in_program(struct lane *me);

/* ---- log/modules.c */
/* The program or a shared library, as the loader mapped it. */
struct module {
  uintptr_t start, end, base;
  const char *word; /* its path, escaped to one word */
  int is_system;    /* a library of the system, or this one */
};
const struct module *find_module(const void *address);
/* Without asking the loader again: for addresses that are likely to be in no module, as those on a heap. */
const struct module *find_known_module(const void *address);
int is_program_code(const void *address);
/* What `format_code` wrote, as an address of this run; NULL if the module is not loaded. */
const void *find_place(const char *word);

/* ---- calls/ */
int64_t virtual_time(void);
void advance_virtual_time(int64_t to);
int64_t absolute_deadline(clockid_t clock, const struct timespec *time);
int64_t deadline_after(int64_t nanoseconds);
int64_t to_nanoseconds(const struct timespec *time);
void fill_random(void *into, size_t size); /* with the same bytes in every run */
void install_crash_handlers(void);
/* Blocks until there is input or a signal: no lane can run before that. */
void wait_for_outside_input(void);
#endif
