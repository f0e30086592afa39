#ifndef COLUMN_H
#define COLUMN_H

#include "record.h"
#include "stats.h"

/* The place of a column in a header, or -1. */
int find_column(const struct record *header, const char *name);

/* Adds the number in a column; 0, or -1 if there is none. */
int add_field(struct stats *stats, const struct record *record, int column);

#endif
