/*
 * Decides which process is controlled, and which of its threads.
 *
 * The first process that creates a thread or passes an instrumented yield point is controlled, not the shell or make
 * around it. It claims the log and removes our variables from its environment, so its children run uncontrolled.
 */
#include "../runtime.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

int active;
static int decided; /* whether this process is controlled */
static pthread_key_t thread_end_key;
__thread int64_t steps_left __attribute__((tls_model("initial-exec")));
__thread struct lane *current_lane __attribute__((tls_model("initial-exec")));

static void clean_environment(void);
static void on_thread_end(void *round);

__attribute__((constructor)) static void start_runtime(int count, char **arguments) {
  (void)count;
  resolve_real_functions();
  restart_with_fixed_addresses(arguments);
}

int take_control(void) {
  if (decided) return active;
  decided = 1;
  resolve_real_functions();
  const char *log_path = getenv("CULPRIT_LOG");
  const char *plan_path = getenv("CULPRIT_PLAN");
  if (!log_path || !*log_path) return 0;
  if (plan_path) read_plan(plan_path);
  struct lane *main_lane = create_lane(NULL);
  main_lane->thread = pthread_self();
  main_lane->entry = program_main ? (const void *)(uintptr_t)program_main : (const void *)getauxval(AT_ENTRY);
  main_lane->place.pc = main_lane->entry;
  if (!claim_log(log_path)) return 0;
  open_choices(log_path);
  clean_environment();
  pthread_key_create(&thread_end_key, on_thread_end);
  log_status_at_exit();
  install_crash_handlers();
  active = 1;
  log_lane(main_lane);
  attach_lane(main_lane);
  return 1;
}

void release_control(void) {
  active = 0;
  decided = 1;
  current_lane = NULL;
  steps_left = UNLIMITED_STEPS;
}

struct lane *controlled_lane(void) {
  if (__builtin_expect(!real_functions_resolved, 0)) resolve_real_functions();
  struct lane *me = current_lane;
  return active && me && !me->in_runtime ? me : NULL;
}

void attach_lane(struct lane *lane) {
  current_lane = lane;
  lane->tid = (int)syscall(SYS_gettid);
  pthread_setspecific(thread_end_key, (void *)1);
  steps_left = lane->next_check - lane->steps;
}

/*
 * Waits for the last of the rounds in which destructors run: those of the program's own keys come before the lane
 * ends.
 */
static void on_thread_end(void *round) {
  if ((intptr_t)round < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(thread_end_key, (char *)round + 1);
  } else if (active && current_lane) {
    end_lane(current_lane);
  }
}

static void clean_environment(void) {
  unsetenv("CULPRIT_LOG");
  unsetenv("CULPRIT_PLAN");
  unsetenv("CULPRIT_PADDING");
  const char *preload = getenv("LD_PRELOAD");
  if (!preload) return;
  char *others = allocate_private(strlen(preload) + 1), *end = others;
  for (const char *at = preload; *at;) {
    size_t length = strcspn(at, ": ");
    if (length && !memmem(at, length, "culprit-schedule", 16)) {
      if (end != others) *end++ = ':';
      memcpy(end, at, length);
      end += length;
    }
    at += length + (at[length] != 0);
  }
  *end = 0;
  if (*others) setenv("LD_PRELOAD", others, 1);
  else unsetenv("LD_PRELOAD");
}
