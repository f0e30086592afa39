#include <stdio.h>
#include "program.h"

int main(void)
{
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        struct program program;
        long value;
        if (compile(line, &program) != 0) {
            puts("not an expression");
            continue;
        }
        peephole(&program);
        if (run(&program, &value) == 0) printf("%ld\n", value);
        else puts("no value");
    }
    return 0;
}
