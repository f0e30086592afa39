/* For a debugger, which stops in culprit_switch: at each switch that the plan asks for, in the thread that is switched away. */
#include "../runtime.h"
#include <stdio.h>

/* What the debugger shows. */
EXPORT char culprit_switch_text[512];

EXPORT __attribute__((noinline)) void culprit_switch(void) { __asm__ volatile("" : : : "memory"); }

void show_planned_switch(const struct lane *from, const struct lane *to) {
  snprintf(culprit_switch_text, sizeof culprit_switch_text, "%.200s has taken %lld steps; %.200s runs next", from->name,
           (long long)from->steps, to ? to->name : "nothing");
  culprit_switch();
}
