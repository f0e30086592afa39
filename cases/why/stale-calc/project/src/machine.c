#include "program.h"

#define MAX_STACK 64

int run(const struct program *program, long *value)
{
    long stack[MAX_STACK];
    int depth = 0;
    for (int i = 0; i < program->length; i++) {
        const struct instruction *instruction = &program->code[i];
        if (instruction->op == OP_PUSH) {
            if (depth == MAX_STACK) return -1;
            stack[depth++] = instruction->value;
            continue;
        }
        if (instruction->op == OP_HALT) {
            if (depth != 1) return -1;
            *value = stack[0];
            return 0;
        }
        if (depth < 2) return -1;
        long right = stack[--depth];
        long *left = &stack[depth - 1];
        switch (instruction->op) {
        case OP_ADD: *left += right; break;
        case OP_SUB: *left -= right; break;
        case OP_MUL: *left *= right; break;
        case OP_DIV:
            if (right == 0) return -1;
            *left /= right;
            break;
        default: return -1;
        }
    }
    return -1;
}
