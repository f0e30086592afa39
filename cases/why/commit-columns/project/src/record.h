/* One line of a sheet. */
#ifndef RECORD_H
#define RECORD_H

#define MAX_FIELDS 64
#define MAX_LINE 4096

struct record {
    int count;
    char *fields[MAX_FIELDS];
    char text[MAX_LINE];
};

/* Takes a line apart; 0, or -1 if a quote is not closed or the line is too long. */
int parse_record(struct record *record, const char *line);

#endif
