#include <string.h>
#include "record.h"

/* Copies one field without its quotes; where the line goes on, or NULL if a quote is not closed. */
static const char *copy_field(const char *line, char **out)
{
    char *to = *out;
    if (*line == '"') {
        for (line++; *line != '"' || line[1] == '"'; line++) {
            if (*line == '\0') return NULL;
            if (*line == '"') line++;
            *to++ = *line;
        }
        line++;
    } else {
        while (*line && *line != ',' && *line != '\n' && *line != '\r') *to++ = *line++;
    }
    *to++ = '\0';
    *out = to;
    return line;
}

int parse_record(struct record *record, const char *line)
{
    char *to = record->text;
    record->count = 0;
    if (strlen(line) >= MAX_LINE) return -1;
    for (;;) {
        if (record->count == MAX_FIELDS) return -1;
        record->fields[record->count++] = to;
        line = copy_field(line, &to);
        if (line == NULL) return -1;
        if (*line != ',') return 0;
        line++;
    }
}
