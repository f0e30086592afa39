/*
 * Who runs where the plan says nothing. Random numbers are drawn only here, by the lane that has the token, from the seed of
 * the plan: the same plan gives the same run.
 *
 * pct is Burckhardt et al., ASPLOS 2010. Deviation: a lane that says sched_yield gets the lowest priority, else a spin-wait of
 * a lane with a high one would never end.
 */
#include "runtime.h"
#include <string.h>

enum { SHARED_FACTOR = 16, PLACES = 1 << 16, MOST_CHANGES = 64 };

static uint64_t state;
static int begun;
static struct lane *due_lane; /* uniform: this lane goes on until its count is `due` */
static int64_t due;
static int64_t changes[MOST_CHANGES]; /* pct: steps of the whole program at which the running lane is put last, in order */
static int change_count, change_next;
static uint64_t lowest = 1ull << 32; /* pct: priorities drawn are above, those of lanes put last below */

static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

uint64_t random_next(void) { return mix(state += 0x9e3779b97f4a7c15u); }

static uint64_t random_below(uint64_t bound) { return (uint64_t)(((unsigned __int128)random_next() * bound) >> 64); }

static void add_change(int64_t at) {
  int i = change_count++;
  for (; i > 0 && changes[i - 1] > at; i--) changes[i] = changes[i - 1];
  changes[i] = at;
}

static void begin(void) {
  if (begun) return;
  begun = 1;
  state = mix(plan.seed + 0x9e3779b97f4a7c15u);
  if (plan.policy != PCT) return;
  while (change_count < plan.depth - 1 && change_count < MOST_CHANGES) add_change(1 + (int64_t)random_below(plan.steps));
}

/* From the name, not from the order of creation: other schedules leave it as it is. */
void policy_lane(struct lane *lane) {
  uint64_t hash = mix(plan.seed);
  for (const char *at = lane->name; *at; at++) hash = mix(hash ^ (unsigned char)*at);
  lane->priority = hash | 1ull << 33;
}

/* Exponentially distributed with mean 1. The logarithm is a series, good to five digits: libm would be one library more. */
static double random_exponential(void) {
  uint64_t bits = random_next() | 1;
  int shift = __builtin_clzll(bits);
  double mantissa = (double)(bits << shift) / 9223372036854775808.0;
  double z = (mantissa - 1) / (mantissa + 1), square = z * z;
  double logarithm = 2 * z * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square / 7)));
  return (shift + 1) * 0.6931471805599453 - logarithm;
}

/* At least 1, `plan.quantum` on average. */
static int64_t random_quantum(void) { return 1 + (int64_t)((plan.quantum - 1) * random_exponential() + 0.5); }

/* Those that can run are in the order of all. */
static struct lane *next_in_turn(const struct lane *me, struct lane **ready, int count) {
  int passed = 0;
  for (int i = 0, at = 0; i < live_count && at < count; i++) {
    if (live[i] == ready[at] && passed) return ready[at];
    if (live[i] == ready[at]) at++;
    if (live[i] == me) passed = 1;
  }
  return ready[0];
}

static int contains(struct lane **ready, int count, const struct lane *lane) {
  for (int i = 0; i < count; i++) {
    if (ready[i] == lane) return 1;
  }
  return 0;
}

static struct lane *choose_default(struct lane *me, struct lane **ready, int count) {
  if (is_tired(me)) return next_in_turn(me, ready, count);
  return contains(ready, count, me) ? me : ready[0];
}

/* A lane that is alone is not stopped at all; when there is a second one, its next step is as likely a switch as any. */
static struct lane *choose_uniform(struct lane *me, struct lane **ready, int count, int stays) {
  int was_alone = due_lane == me && due == NEVER;
  if (was_alone && live_count == 1) return me;
  int can_go_on = !is_tired(me) && contains(ready, count, me);
  if (live_count > 1 && due_lane == me && me->count < due && !was_alone && can_go_on) return me;
  if (was_alone && can_go_on && random_below(plan.quantum) != 0) stays = 1;
  due_lane = stays ? me : ready[random_below(count)];
  due = live_count > 1 ? due_lane->count + random_quantum() : NEVER;
  return due_lane;
}

static struct lane *choose_pct(struct lane *me, struct lane **ready, int count) {
  int at_change = change_next < change_count && total >= changes[change_next];
  while (change_next < change_count && total >= changes[change_next]) change_next++;
  if (at_change || is_tired(me)) me->priority = --lowest;
  struct lane *first = ready[0];
  for (int i = 1; i < count; i++) {
    if (ready[i]->priority > first->priority) first = ready[i];
  }
  return first;
}

/* just_over: the last segment ended at this very step; the lane goes on as if it had been the policy's. */
struct lane *policy_choose(struct lane *me, struct lane **ready, int count, int just_over) {
  begin();
  if (plan.policy == UNIFORM) return choose_uniform(me, ready, count, just_over);
  if (plan.policy == PCT) return choose_pct(me, ready, count);
  if (plan.policy == BIASED) return just_over ? me : ready[random_below(count)];
  return just_over ? me : choose_default(me, ready, count);
}

int64_t policy_target(const struct lane *lane) {
  if (plan.policy == BIASED) return live_count > 1 ? lane->count + 1 : NEVER;
  if (plan.policy == UNIFORM) return due;
  if (plan.policy == PCT && change_next < change_count) return lane->count + changes[change_next] - total;
  return NEVER;
}

int policy_needs_recheck(void) { return plan.policy == PCT || (plan.policy != DEFAULT && live_count == 2); }
int policy_every_step(void) { return plan.policy == BIASED; }

struct seen { const void *pc; const struct lane *lane; int several; };

/* True at one in `quantum` steps, and more often where several lanes have been. */
int policy_switch_here(const struct lane *me, const void *pc) {
  static struct seen *places;
  begin();
  if (!places) places = own_memory(PLACES * sizeof *places);
  uint64_t hash = (uint64_t)(uintptr_t)pc * 0x9e3779b97f4a7c15u >> 48;
  struct seen *place = &places[hash];
  for (int tries = 0; place->pc && place->pc != pc && tries < 16; tries++) place = &places[++hash & (PLACES - 1)];
  if (place->pc != pc) *place = (struct seen){ pc, me, 0 };
  if (place->lane != me) place->several = 1;
  return random_below(plan.quantum) < (place->several ? SHARED_FACTOR : 1);
}
