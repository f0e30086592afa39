/*
 * Chooses the lane to run where the plan has no segment. All random numbers come from the seed of the plan and are
 * drawn by the lane that has the token: the same plan gives the same run. A run that switches very often switches less
 * and less, so that its log stays small and an endless one comes to its limit.
 *
 *   default  A lane runs until it cannot; then the first that can.
 *   uniform  Random turns of `quantum` steps on average. The next lane is any of those that can run or that sleep.
 *   pct      The lane with the highest random priority runs; at `depth` - 1 random steps the running lane gets the
 *            lowest (Burckhardt et al., ASPLOS 2010). Deviation: so does a lane that calls sched_yield or seems to
 *            spin, else a lane with a high priority could do so for ever; and the plan may name places for the changes.
 *            If the plan says how many synchronisations a run has, the changes are at these only, as in the paper.
 *            Likewise uniform: a turn then ends at one in `quantum` of them.
 *   biased   At each step, a switch with a chance of 1 in `quantum`, or 16 in `quantum` where several lanes have been.
 *            A long run, which has a large quantum, would spend nearly all switches in its innermost loops. So in
 *            long runs each place has the same few chances to be a switch, besides those at random steps.
 */
#include "../runtime.h"

enum {
  SHARED_PLACE_FACTOR = 16,  /* biased: how much more likely a switch is where several lanes have been */
  MAX_SHORT_QUANTUM = 1600,  /* biased: above, the run is a long one */
  RARE_PASSES = 16,          /* biased, long runs: how often a place that is passed may become a switch, … */
  RARE_QUANTUM = 10,         /* … with a chance of 1 in this, … */
  PERIOD_QUANTA = 150,       /* … before this many quanta have passed. Then all have the same chances again. */
  PLACE_TABLE_SIZE = 1 << 16,
  MAX_PLACE_PROBES = 16,
  MAX_PRIORITY_CHANGES = 64,
  CHOICES_PER_QUANTUM = 50000, /* uniform, biased: after this many choices the quantum is doubled */
};

static void start_policy(void);
static struct lane *choose_by_default(struct lane *me, struct lane **ready, int count);
static struct lane *choose_uniform(struct lane *me, struct lane **ready, int count, int stays);
static struct lane *choose_pct(struct lane *me, struct lane **ready, int count);
static uint64_t mix_bits(uint64_t x);
static uint64_t random_below(uint64_t bound);
static int64_t random_turn(int64_t mean);
static int64_t next_biased_check(const struct lane *lane);
static int picks_rare_place(const void *pc);
static int changes_here(struct lane *me, const void *pc);
static void add_priority_change(int64_t step);
static void count_choice(void);

int64_t syncs;
/* uniform: this lane runs until it has taken `uniform_until` steps; NEVER while it is alone */
static struct lane *uniform_lane;
static int64_t uniform_until;
/* pct: the steps or synchronisations of the whole program at which the running lane gets the lowest priority, sorted */
static int64_t priority_changes[MAX_PRIORITY_CHANGES];
static int priority_change_count, next_priority_change;
/* pct: random priorities are above this, those of lanes that were put last below */
static uint64_t lowest_priority = 1ull << 32;
static uint64_t random_state;
uint8_t place_chances[PLACE_HASHES];
static int64_t quantum; /* uniform, biased: that of the plan at first */

struct lane *choose_by_policy(struct lane *me, struct lane **ready, int count, int plan_just_ended) {
  start_policy();
  if (plan.policy == POLICY_UNIFORM) return choose_uniform(me, ready, count, plan_just_ended);
  if (plan.policy == POLICY_PCT) return choose_pct(me, ready, count);
  if (plan_just_ended && !should_yield(me)) return me;
  if (plan.policy == POLICY_BIASED) return ready[random_below(count)];
  return choose_by_default(me, ready, count);
}

int64_t next_policy_check(const struct lane *lane) {
  if (plan.policy == POLICY_BIASED) return live_lane_count > 1 ? next_biased_check(lane) : NEVER;
  if (plan.policy == POLICY_UNIFORM) return uniform_until;
  if (plan.policy == POLICY_PCT && next_priority_change < priority_change_count && !plan.syncs) {
    return lane->steps + priority_changes[next_priority_change] - total_steps;
  }
  return NEVER;
}

int policy_rechecks_after_wakeup(void) {
  return plan.policy == POLICY_PCT || (plan.policy != POLICY_DEFAULT && live_lane_count == 2);
}

/*
 * In every other schedule that is tried, the lane that ends the program lets the others run first, as by sched_yield. By
 * chance alone it would hardly be stopped at this one step, and threads that nobody joins would not get to run.
 */
int policy_gives_way_at_exit(void) { return plan.policy != POLICY_DEFAULT && plan_is_over() && plan.seed % 2 == 1; }

int policy_asks_at_places(void) { return plan.policy == POLICY_BIASED; }

static void start_policy(void) {
  static int started;
  if (started) return;
  started = 1;
  random_state = mix_bits(plan.seed + 0x9e3779b97f4a7c15u);
  quantum = plan.quantum;
  for (int i = 0; i < plan.change_count; i++) place_chances[place_hash(plan.changes[i].pc)] = 1;
  if (plan.policy != POLICY_PCT || plan.has_changes) return;
  while (priority_change_count < plan.depth - 1 && priority_change_count < MAX_PRIORITY_CHANGES) {
    add_priority_change(1 + (int64_t)random_below(plan.syncs ? plan.syncs : plan.steps));
  }
}

/* ---- switches at synchronisations */

static int is_priority_change(void) {
  if (next_priority_change == priority_change_count) return 0;
  return (plan.syncs ? syncs : total_steps) >= priority_changes[next_priority_change];
}

int policy_picks_sync(void) {
  if (live_lane_count < 2) return 0;
  syncs++;
  if (!plan.syncs || !plan_is_over()) return 0;
  start_policy();
  if (plan.policy == POLICY_PCT) return is_priority_change();
  if (plan.policy != POLICY_UNIFORM || random_below(quantum) != 0) return 0;
  uniform_until = 0;
  return 1;
}

/* ---- default */

static int contains(struct lane **ready, int count, const struct lane *lane) {
  for (int i = 0; i < count; i++) {
    if (ready[i] == lane) return 1;
  }
  return 0;
}

/* The first ready lane after `me` in the order of names; both lists are in that order. */
static struct lane *next_in_turn(const struct lane *me, struct lane **ready, int count) {
  int passed_me = 0;
  for (int i = 0, next = 0; i < live_lane_count && next < count; i++) {
    if (live_lanes[i] == ready[next] && passed_me) return ready[next];
    if (live_lanes[i] == ready[next]) next++;
    if (live_lanes[i] == me) passed_me = 1;
  }
  return ready[0];
}

static struct lane *choose_by_default(struct lane *me, struct lane **ready, int count) {
  if (should_yield(me)) return next_in_turn(me, ready, count);
  return contains(ready, count, me) ? me : ready[0];
}

/* ---- uniform */

static int64_t uniform_turn_end(void) {
  return plan.syncs ? NEVER - 1 : uniform_lane->steps + random_turn(quantum);
}

/*
 * A lane that is alone is not stopped. When a second one appears, each step is as likely to be a switch as any other.
 */
static struct lane *choose_uniform(struct lane *me, struct lane **ready, int count, int stays) {
  int was_alone = uniform_lane == me && uniform_until == NEVER;
  if (was_alone && live_lane_count == 1) return me;
  int can_stay = !should_yield(me) && contains(ready, count, me);
  if (live_lane_count > 1 && uniform_lane == me && me->steps < uniform_until && !was_alone && can_stay) return me;
  if (was_alone && can_stay && random_below(quantum) != 0) stays = 1;
  if (!stays && live_lane_count > 1) count += find_sleeping_lanes(ready + count);
  uniform_lane = wake(stays ? me : ready[random_below(count)]);
  uniform_until = live_lane_count > 1 ? uniform_turn_end() : NEVER;
  count_choice();
  return uniform_lane;
}

/* ---- pct */

/* Depends on the name alone, not on the order of creation: a different schedule does not change it. */
void assign_priority(struct lane *lane) {
  uint64_t hash = mix_bits(plan.seed);
  for (const char *sign = lane->name; *sign; sign++) hash = mix_bits(hash ^ (unsigned char)*sign);
  lane->priority = hash | 1ull << 33;
}

/*
 * A lane that comes to the end of a long turn may be waiting in a loop, or have much to do. It is taken to work as long
 * as its long turns together are shorter than a typical run: else no lane of a large program kept its priority.
 */
static int is_working(struct lane *me) {
  if (me->ended || me->wait.kind != WAIT_NONE || !should_yield(me)) return 0;
  return ++me->long_turns * MAX_TURN_STEPS <= plan.steps;
}

static struct lane *choose_pct(struct lane *me, struct lane **ready, int count) {
  int is_change = is_priority_change();
  while (is_priority_change()) next_priority_change++;
  int runs_on = !is_change && is_working(me);
  if (is_change || (should_yield(me) && !runs_on)) me->priority = --lowest_priority;
  struct lane *highest = runs_on ? me : ready[0];
  for (int i = 0; i < count; i++) {
    if (ready[i]->priority > highest->priority) highest = ready[i];
  }
  return highest;
}

static int changes_here(struct lane *me, const void *pc) {
  int changes = 0;
  for (int i = plan.change_count - 1; i >= 0; i--) {
    if (plan.changes[i].pc != pc || --plan.changes[i].passes_left > 0) continue;
    plan.changes[i] = plan.changes[--plan.change_count];
    changes = 1;
  }
  if (changes) me->priority = --lowest_priority;
  return changes;
}

static void add_priority_change(int64_t step) {
  int i = priority_change_count++;
  for (; i > 0 && priority_changes[i - 1] > step; i--) priority_changes[i] = priority_changes[i - 1];
  priority_changes[i] = step;
}

/* ---- biased */

static int is_long_run(void) { return plan.policy == POLICY_BIASED && plan.quantum > MAX_SHORT_QUANTUM; }

static int64_t next_biased_check(const struct lane *lane) {
  start_policy();
  return lane->steps + (is_long_run() ? random_turn(quantum) : 1);
}

int policy_looks_at_each_step(void) {
  return (is_long_run() && live_lane_count > 1 && plan_is_over()) || plan.change_count > 0;
}

int policy_picks_place(struct lane *me, const void *pc) {
  return plan.change_count > 0 ? changes_here(me, pc) : is_long_run() && picks_rare_place(pc);
}

/* By chance, if the place was not passed often of late. */
static int picks_rare_place(const void *pc) {
  static int64_t period_end;
  if (total_steps >= period_end) {
    period_end = total_steps + PERIOD_QUANTA * plan.quantum;
    __builtin_memset(place_chances, RARE_PASSES, sizeof place_chances);
  }
  uint8_t *chances = &place_chances[place_hash(pc)];
  if (*chances == 0) return 0;
  --*chances;
  return random_below(RARE_QUANTUM) == 0;
}

struct visited_place { const void *pc; const struct lane *lane; int by_several; };

int policy_switches_here(const struct lane *me, const void *pc) {
  static struct visited_place *places;
  start_policy();
  if (is_long_run()) return 1; /* The place was picked, or it is a random step. */
  if (!places) places = allocate_private(PLACE_TABLE_SIZE * sizeof *places);
  uint64_t hash = (uint64_t)(uintptr_t)pc * 0x9e3779b97f4a7c15u >> 48;
  struct visited_place *place = &places[hash];
  for (int probes = 0; place->pc && place->pc != pc && probes < MAX_PLACE_PROBES; probes++) {
    place = &places[++hash & (PLACE_TABLE_SIZE - 1)];
  }
  if (place->pc != pc) *place = (struct visited_place){ pc, me, 0 };
  if (place->lane != me) place->by_several = 1;
  int switches = random_below(quantum) < (place->by_several ? SHARED_PLACE_FACTOR : 1);
  if (switches) count_choice();
  return switches;
}

static void count_choice(void) {
  static int64_t choices;
  if (++choices % CHOICES_PER_QUANTUM == 0 && quantum < MAX_TURN_STEPS) quantum *= 2;
}

/* ---- random numbers: splitmix64 */

static uint64_t mix_bits(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static uint64_t random_bits(void) { return mix_bits(random_state += 0x9e3779b97f4a7c15u); }

static uint64_t random_below(uint64_t bound) { return (uint64_t)(((unsigned __int128)random_bits() * bound) >> 64); }

/*
 * Exponentially distributed with mean 1. The logarithm is a series, exact to five digits, so that libm is not needed.
 */
static double random_exponential(void) {
  uint64_t bits = random_bits() | 1;
  int shift = __builtin_clzll(bits);
  double mantissa = (double)(bits << shift) / 9223372036854775808.0;
  double z = (mantissa - 1) / (mantissa + 1), square = z * z;
  double logarithm = 2 * z * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square / 7)));
  return (shift + 1) * 0.6931471805599453 - logarithm;
}

/* The length of a turn: at least one step. */
static int64_t random_turn(int64_t mean) { return 1 + (int64_t)((mean - 1) * random_exponential() + 0.5); }
