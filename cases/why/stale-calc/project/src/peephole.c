#include "program.h"

/* Whether two constants are combined by this instruction, and to what. */
static int combined(enum op op, long left, long right, long *value)
{
    if (op == OP_ADD) *value = left + right;
    else if (op == OP_MUL) *value = left * right;
    else return 0;
    return 1;
}

int peephole(struct program *program)
{
    int length = 0;
    for (int i = 0; i < program->length; i++) {
        struct instruction *code = program->code;
        code[length++] = program->code[i];
        long value;
        if (length >= 3 && code[length - 2].op == OP_PUSH && code[length - 3].op == OP_PUSH
            && combined(code[length - 1].op, code[length - 3].value, code[length - 2].value, &value)) {
            length -= 2;
            code[length - 1].value = value;
        }
    }
    int saved = program->length - length;
    program->length = length;
    return saved;
}
