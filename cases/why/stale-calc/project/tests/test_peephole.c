#include "check.h"

static long short_value(const char *text)
{
    struct program program;
    long value = -999;
    if (compile(text, &program) != 0) return value;
    peephole(&program);
    run(&program, &value);
    return value;
}

static long saved(const char *text)
{
    struct program program;
    return compile(text, &program) == 0 ? peephole(&program) : -1;
}

int main(void)
{
    check_long("a sum", 5, short_value("2 + 3"));
    check_long("a product", 42, short_value("6 * 7"));
    check_long("a product of sums", 21, short_value("(1 + 2) * (3 + 4)"));
    check_long("a difference", 4, short_value("2 * 5 - 6"));
    check_long("two instructions are saved by a sum", 2, saved("2 + 3"));
    check_long("none by a division", 0, saved("6 / 3"));
    printf("peephole: %s\n", failures ? "FAILED" : "ok");
    return failures != 0;
}
