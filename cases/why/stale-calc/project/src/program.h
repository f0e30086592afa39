/* Programs of the stack machine. */
#ifndef PROGRAM_H
#define PROGRAM_H

enum op { OP_PUSH, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_HALT };

struct instruction {
    enum op op;
    long value; /* of OP_PUSH */
};

#define MAX_PROGRAM 256

struct program {
    int length;
    struct instruction code[MAX_PROGRAM];
};

/* Compiles an expression; 0, or -1 if it is none. */
int compile(const char *text, struct program *program);

/* Computes what is constant where two constants are added or multiplied; the number of instructions saved. */
int peephole(struct program *program);

/* Runs a program; 0 and its value, or -1 if it divides by zero or its stack is wrong. */
int run(const struct program *program, long *value);

/* Writes a program as text, one instruction after the other. */
void print(const struct program *program, char *out, int size);

#endif
