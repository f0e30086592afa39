#include <stdio.h>
#include <string.h>
#include <time.h>
#include "logkeep.h"

static const char *const months[] = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun",
    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
};

int write_log_name(char *out, int size, const char *service, struct day day)
{
    struct tm parts = {.tm_year = day.year - 1900, .tm_mon = day.month - 1, .tm_mday = day.day};
    char date[32];
    strftime(date, sizeof date, "%d-%b-%Y", &parts);
    int length = snprintf(out, (size_t)size, "%s-%s.log", service, date);
    return length < size ? 0 : -1;
}

int read_log_name(const char *name, struct day *day)
{
    size_t length = strlen(name);
    /* -03-Feb-2026.log */
    if (length < 17) return -1;
    const char *date = name + length - 16;
    char month[4], rest[8];
    if (sscanf(date, "-%2d-%3[A-Za-z]-%4d%7s", &day->day, month, &day->year, rest) != 4) return -1;
    if (strcmp(rest, ".log") != 0) return -1;
    for (int i = 0; i < 12; i++) {
        if (strcmp(month, months[i]) == 0) {
            day->month = i + 1;
            return is_day(*day) ? 0 : -1;
        }
    }
    return -1;
}
