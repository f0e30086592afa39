#include <ctype.h>
#include <stdlib.h>
#include "program.h"

static const char *at;
static struct program *out;

static int emit(enum op op, long value)
{
    if (out->length == MAX_PROGRAM) return -1;
    out->code[out->length].op = op;
    out->code[out->length++].value = value;
    return 0;
}

static void blanks(void)
{
    while (isspace((unsigned char)*at)) at++;
}

static int sum(void);

static int factor(void)
{
    blanks();
    if (*at == '(') {
        at++;
        if (sum() != 0) return -1;
        blanks();
        return *at++ == ')' ? 0 : -1;
    }
    if (!isdigit((unsigned char)*at)) return -1;
    char *end;
    long value = strtol(at, &end, 10);
    at = end;
    return emit(OP_PUSH, value);
}

static int product(void)
{
    if (factor() != 0) return -1;
    for (blanks(); *at == '*' || *at == '/'; blanks()) {
        enum op op = *at++ == '*' ? OP_MUL : OP_DIV;
        if (factor() != 0 || emit(op, 0) != 0) return -1;
    }
    return 0;
}

static int sum(void)
{
    if (product() != 0) return -1;
    for (blanks(); *at == '+' || *at == '-'; blanks()) {
        enum op op = *at++ == '+' ? OP_ADD : OP_SUB;
        if (product() != 0 || emit(op, 0) != 0) return -1;
    }
    return 0;
}

int compile(const char *text, struct program *program)
{
    at = text;
    out = program;
    out->length = 0;
    if (sum() != 0) return -1;
    blanks();
    return *at == '\0' ? emit(OP_HALT, 0) : -1;
}
