#include "check.h"

int main(void)
{
    struct program program;
    char text[200];
    compile("1 + 2 * 3", &program);
    print(&program, text, sizeof text);
    check_text("a program", "push 1; push 2; push 3; mul; add; halt; ", text);
    printf("print: %s\n", failures ? "FAILED" : "ok");
    return failures != 0;
}
