#include <stdio.h>
#include <stdlib.h>
#include "logkeep.h"

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: logkeep DAYS FILE...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        const char *name = argv[i];
        if (!count_kept(&name, 1, atoi(argv[1]), today())) puts(name);
    }
    return 0;
}
