#include <stdio.h>
#include <string.h>
#include "program.h"

static int failures;

static inline void check_long(const char *what, long expected, long actual)
{
    if (expected == actual) return;
    printf("%s: expected %ld, got %ld\n", what, expected, actual);
    failures++;
}

static inline void check_text(const char *what, const char *expected, const char *actual)
{
    if (strcmp(expected, actual) == 0) return;
    printf("%s: expected \"%s\", got \"%s\"\n", what, expected, actual);
    failures++;
}

static inline long value_of(const char *text)
{
    struct program program;
    long value = -999;
    if (compile(text, &program) == 0) run(&program, &value);
    return value;
}
