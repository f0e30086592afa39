#include <stdlib.h>
#include <string.h>
#include "column.h"

int find_column(const struct record *header, const char *name)
{
    for (int i = 0; i < header->count; i++)
        if (strcmp(header->fields[i], name) == 0) return i;
    return -1;
}

int add_field(struct stats *stats, const struct record *record, int column)
{
    if (column >= record->count) return -1;
    const char *field = record->fields[column];
    char *end;
    double value = strtod(field, &end);
    if (end == field || *end != '\0') return -1;
    stats_add(stats, value);
    return 0;
}
