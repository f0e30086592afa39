#include <stdio.h>
#include <string.h>
#include "program.h"

static const char *name_of(enum op op)
{
    switch (op) {
    case OP_PUSH: return "push";
    case OP_ADD: return "add";
    case OP_SUB: return "sub";
    case OP_MUL: return "mul";
    case OP_DIV: return "div";
    case OP_HALT: return "halt";
    }
    return "?";
}

void print(const struct program *program, char *out, int size)
{
    out[0] = '\0';
    for (int i = 0; i < program->length; i++) {
        char word[48];
        const struct instruction *instruction = &program->code[i];
        if (instruction->op == OP_PUSH) snprintf(word, sizeof word, "push %ld; ", instruction->value);
        else snprintf(word, sizeof word, "%s; ", name_of(instruction->op));
        strncat(out, word, (size_t)size - strlen(out) - 1);
    }
}
