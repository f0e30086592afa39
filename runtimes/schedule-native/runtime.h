/* What the parts of the runtime know of each other. shim.c begins with how it works as a whole. */
#ifndef CULPRIT_RUNTIME_H
#define CULPRIT_RUNTIME_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#ifndef EXPORT
#define EXPORT __attribute__((visibility("default")))
#endif
#define SHARED __attribute__((visibility("default")))
#define CALLER __builtin_extract_return_addr(__builtin_return_address(0))
#define NEVER INT64_MAX
#define MOST_CALLERS 5
/* What a thread without a lane has left: it never gets to the end of it. */
#define FREE_RUN (INT64_MAX / 2)

/*
 * A place in the code, and what a lane is about to do there: in words with underscores for spaces, as `locks_mutex`; to
 * what, if that is in memory, or to which lane.
 */
struct place { const void *pc; const char *does; const void *to; const struct lane *lane; };
#define HERE(...) ((struct place){ .pc = CALLER, .does = __VA_ARGS__ })

/* What a lane that stopped at a yield point is about to do: it can run again when that is possible. */
enum kind {
  NOTHING, YIELD, MUTEX, READ_LOCK, WRITE_LOCK, SPIN, COND, SEMAPHORE, BARRIER, JOIN, ONCE, SLEEP, FUTEX, POLL, SIGNAL
};

struct want {
  enum kind kind;
  void *on;               /* the lock, condition, semaphore, word, signal set */
  pthread_mutex_t *mutex; /* COND: has to be free again, too */
  struct lane *lane;      /* JOIN */
  struct pollfd *fds;     /* POLL */
  nfds_t count;
  uint32_t bits;          /* FUTEX: which wakes it hears */
  uint64_t turn;          /* order in which lanes began to wait, for signals */
  int64_t deadline;       /* virtual nanoseconds, or NEVER */
  int done, timed_out;
};

struct lane {
  char *name;
  struct planned *planned;
  int64_t count;   /* as of the last time it looked up; see steps_of */
  int64_t target;  /* it looks up when its count is this */
  int64_t since;   /* its count when its turn began */
  int64_t children;
  uint32_t go;     /* the futex that hands it the token */
  int tid, ended, detached, cancelled, inside;
  uint64_t priority; /* of pct */
  pthread_t thread;
  const void *start; /* its routine; where it is said to be when it is over */
  const void *made_by[MOST_CALLERS]; /* and who made it, if that says more */
  struct place at; /* where it stopped */
  const void *callers[MOST_CALLERS]; /* of that, the nearest first; NULL ends them */
  struct want want;
  struct watch *watch;
  struct lane *next_kept; /* all lanes that may still be joined */
};

/* ---- fast path: the only thing done at every step is to count this down */
extern SHARED __thread int64_t left __asm__("culprit_steps_left") __attribute__((tls_model("initial-exec")));
extern __thread struct lane *self __attribute__((tls_model("initial-exec")));
SHARED void step_slow(const void *pc, const char *does, const volatile void *to) __asm__("culprit_step");
/* Compilers load the count, subtract and store it; the one instruction for that is faster by a sixth. */
static inline void step(const void *pc, const char *does, const volatile void *to) {
#ifdef __x86_64__
  __asm__ goto("decq %0\n\tjle %l[over]" : : "m"(left) : "memory", "cc" : over);
  return;
over:
  step_slow(pc, does, to);
#else
  if (__builtin_expect(--left <= 0, 0)) step_slow(pc, does, to);
#endif
}

/* ---- shim.c: taking control */
extern int active;
void wake_up(void);   /* resolves the real functions, once */
int take_control(void); /* true if this process is the one that is controlled */
void let_go(void);    /* no more control: a forked child, or the program is at its end */
/* The lane of the calling thread, or NULL if the call is to go to the real function as it is. */
struct lane *controlled(void);
void lane_begin(struct lane *lane); /* the calling thread is this lane */

/* ---- lanes.c */
extern struct lane **live;  /* not ended, in the order of their names */
extern struct lane **ready; /* room for as many */
extern int live_count;
struct lane *lane_new(struct lane *parent);
void lane_forget(struct lane *lane);
void remove_live(struct lane *lane);
struct lane *lane_of_thread(pthread_t thread);

/* ---- ends.c */
_Noreturn void end_deadlock(struct lane *me);
_Noreturn void end_limit(struct lane *me, int64_t since_switch);

/* ---- scheduler.c */
extern int64_t total;
void first_turn(struct lane *lane); /* the first lane runs already: how far it goes */
void lane_await_first_turn(struct lane *lane);
void lane_end(struct lane *lane);
int64_t steps_of(const struct lane *lane);
void settle(struct lane *me);
/* It has run so long that another one has to have a turn, and time has to pass: it may be waiting for that in a loop. */
#define LONG_TURN 1000000
int is_tired(const struct lane *lane);
/* A yield point at an interposed call: counts a step, and comes back when `me->want` can be had. */
void arrive(struct lane *me, struct place at);
void arrive_wanting(struct lane *me, struct place at, struct want want);
/* The lane may not come back from what it does now: how far it came goes into the log. */
void say_where(struct lane *me);
/* The running lane did something that may let others run: some policies look again at the next step. */
void woke_others(void);

/* ---- wants.c */
int can_run(struct lane *lane);

/* ---- policy.c */
struct lane *policy_choose(struct lane *me, struct lane **ready, int count, int just_over);
int64_t policy_target(const struct lane *lane);
void policy_lane(struct lane *lane);
int policy_every_step(void);
int policy_switch_here(const struct lane *me, const void *pc);
int policy_needs_recheck(void);
uint64_t random_next(void);

/* ---- plan.c */
struct watch { int64_t count; struct watch *next; };
/* came: the lane has come into being, even if it is gone again. */
struct planned { const char *name; size_t length; struct lane *lane; int came; struct watch *watches, *last; };
struct segment { struct planned *planned; int64_t count; };
enum policy { DEFAULT, UNIFORM, PCT, BIASED };
extern struct plan {
  enum policy policy;
  uint64_t seed;
  int64_t quantum, depth, steps, limit;
  struct segment *segments;
  int64_t segment_count, position;
} plan;
void plan_read(const char *path);
struct planned *plan_find(const char *name, size_t length, int make);

/* ---- log.c */
int log_claim(const char *path);
void log_lane(const struct lane *lane);
void log_run(const struct lane *lane);
void log_at(const struct lane *lane);
void log_end(const char *how);
void log_waits(void);
void uncontrolled(const char *what); /* says it once */
void forget_log(void);

/* ---- places.c */
void *own_memory(size_t size);
size_t place_text(char *into, size_t size, const struct lane *lane);
int is_own_code(const void *address);
/* Moves the place of the calling lane to code of the program, and finds who called it. */
void locate(struct lane *me);

/* ---- addresses.c */
void fix_addresses(char **arguments);

/* ---- random.c */
void fill_random(void *into, size_t size); /* the same in every run */

/* ---- clock.c */
int64_t virtual_now(void);
void virtual_advance_to(int64_t when);
int64_t deadline_of(clockid_t clock, const struct timespec *at);
int64_t deadline_in(int64_t nanoseconds);
int64_t nanoseconds(const struct timespec *time);

/* ---- signals.c */
void watch_for_crashes(void);

/* ---- input.c */
void wait_outside(void); /* nothing can run but lanes that wait for input from outside */

/* ---- real.c: what would have been called without us */
#define REAL_FUNCTIONS(X) \
  X(int, pthread_create, (pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)) \
  X(int, pthread_join, (pthread_t, void **)) X(int, pthread_tryjoin_np, (pthread_t, void **)) \
  X(int, pthread_timedjoin_np, (pthread_t, void **, const struct timespec *)) \
  X(int, pthread_detach, (pthread_t)) X(int, pthread_cancel, (pthread_t)) \
  X(int, pthread_mutex_lock, (pthread_mutex_t *)) X(int, pthread_mutex_trylock, (pthread_mutex_t *)) \
  X(int, pthread_mutex_unlock, (pthread_mutex_t *)) \
  X(int, pthread_mutex_timedlock, (pthread_mutex_t *, const struct timespec *)) \
  X(int, pthread_mutex_clocklock, (pthread_mutex_t *, clockid_t, const struct timespec *)) \
  X(int, pthread_cond_wait, (pthread_cond_t *, pthread_mutex_t *)) \
  X(int, pthread_cond_timedwait, (pthread_cond_t *, pthread_mutex_t *, const struct timespec *)) \
  X(int, pthread_cond_clockwait, (pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *)) \
  X(int, pthread_cond_signal, (pthread_cond_t *)) X(int, pthread_cond_broadcast, (pthread_cond_t *)) \
  X(int, pthread_rwlock_rdlock, (pthread_rwlock_t *)) X(int, pthread_rwlock_wrlock, (pthread_rwlock_t *)) \
  X(int, pthread_rwlock_tryrdlock, (pthread_rwlock_t *)) X(int, pthread_rwlock_trywrlock, (pthread_rwlock_t *)) \
  X(int, pthread_rwlock_timedrdlock, (pthread_rwlock_t *, const struct timespec *)) \
  X(int, pthread_rwlock_timedwrlock, (pthread_rwlock_t *, const struct timespec *)) \
  X(int, pthread_rwlock_unlock, (pthread_rwlock_t *)) \
  X(int, pthread_spin_lock, (pthread_spinlock_t *)) X(int, pthread_spin_trylock, (pthread_spinlock_t *)) \
  X(int, pthread_spin_unlock, (pthread_spinlock_t *)) \
  X(int, pthread_barrier_wait, (pthread_barrier_t *)) X(int, pthread_once, (pthread_once_t *, void (*)(void))) \
  X(int, sem_wait, (sem_t *)) X(int, sem_trywait, (sem_t *)) X(int, sem_post, (sem_t *)) \
  X(int, sem_timedwait, (sem_t *, const struct timespec *)) \
  X(int, sem_clockwait, (sem_t *, clockid_t, const struct timespec *)) \
  X(int, sched_yield, (void)) X(int, usleep, (useconds_t)) X(unsigned, sleep, (unsigned)) \
  X(int, nanosleep, (const struct timespec *, struct timespec *)) \
  X(int, clock_nanosleep, (clockid_t, int, const struct timespec *, struct timespec *)) \
  X(int, clock_gettime, (clockid_t, struct timespec *)) X(int, gettimeofday, (struct timeval *, void *)) \
  X(time_t, time, (time_t *)) \
  X(pid_t, fork, (void)) X(int, system, (const char *)) \
  X(int, sigaction, (int, const struct sigaction *, struct sigaction *)) \
  X(sighandler_t, signal, (int, sighandler_t)) \
  X(int, sigwait, (const sigset_t *, int *)) \
  X(int, poll, (struct pollfd *, nfds_t, int)) X(ssize_t, read, (int, void *, size_t)) \
  X(ssize_t, write, (int, const void *, size_t)) X(ssize_t, getrandom, (void *, size_t, unsigned)) \
  X(long, syscall, (long, ...))

struct timeval;
struct real {
#define X(result, name, arguments) result (*name) arguments;
  REAL_FUNCTIONS(X)
#undef X
};
extern struct real real;
void real_resolve(void);
/* For the functions that are too seldom for a table. */
void *real_function(const char *name);
/* Within one of ours: the real function, looked for at its first call. */
#define REAL(result, name, ...) \
  static result (*original)(__VA_ARGS__); \
  if (!original) *(void **)&original = real_function(#name)
#endif
