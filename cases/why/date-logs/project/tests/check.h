#include <stdio.h>
#include "logkeep.h"

static int failures;

static inline void check(const char *what, long expected, long actual)
{
    if (expected == actual) return;
    printf("%s: expected %ld, got %ld\n", what, expected, actual);
    failures++;
}
