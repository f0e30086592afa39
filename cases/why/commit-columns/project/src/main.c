#include <stdio.h>
#include "column.h"

int main(int argc, char **argv)
{
    char line[MAX_LINE];
    struct record record;
    struct stats stats = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: colstat COLUMN < SHEET\n");
        return 2;
    }
    if (!fgets(line, sizeof line, stdin) || parse_record(&record, line) != 0) return 1;
    int column = find_column(&record, argv[1]);
    if (column < 0) {
        fprintf(stderr, "colstat: no column %s\n", argv[1]);
        return 1;
    }
    while (fgets(line, sizeof line, stdin))
        if (parse_record(&record, line) == 0) add_field(&stats, &record, column);
    printf("count %ld\nsum %g\nmean %g\n", stats.count, stats_sum(&stats), stats.mean);
    return 0;
}
