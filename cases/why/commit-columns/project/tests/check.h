#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures;

static inline void check_number(const char *what, double expected, double actual)
{
    if (fabs(expected - actual) < 1e-9) return;
    printf("%s: expected %g, got %g\n", what, expected, actual);
    failures++;
}

static inline void check_text(const char *what, const char *expected, const char *actual)
{
    if (strcmp(expected, actual) == 0) return;
    printf("%s: expected \"%s\", got \"%s\"\n", what, expected, actual);
    failures++;
}
