#ifndef TALLY_H
#define TALLY_H

#include "table.h"

#define MAX_TEXTS 32

/* Counts the words of all texts, each in a thread of its own. */
void tally(struct table *table, const char *const *texts, int count);

#endif
