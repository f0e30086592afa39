#include "check.h"

int main(void)
{
    check_long("precedence", 14, value_of("2 + 3 * 4"));
    check_long("parentheses", 20, value_of("(2 + 3) * 4"));
    check_long("from left to right", 2, value_of("10 - 5 - 3"));
    check_long("division", 3, value_of("7 / 2"));
    check_long("division by zero", -999, value_of("7 / 0"));
    check_long("not an expression", -999, value_of("2 +"));
    printf("machine: %s\n", failures ? "FAILED" : "ok");
    return failures != 0;
}
