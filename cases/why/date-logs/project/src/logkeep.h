#ifndef LOGKEEP_H
#define LOGKEEP_H

struct day {
    int year, month, day; /* month: 1 to 12 */
};

/* Days since 1970-01-01. */
long day_number(struct day day);

/* Whether there is such a day. */
int is_day(struct day day);

/* Today, in universal time. */
struct day today(void);

/* The name of the log file of a service and a day; 0, or -1 if it does not fit. */
int write_log_name(char *out, int size, const char *service, struct day day);

/* The day of a log file; 0, or -1 if its name carries none. */
int read_log_name(const char *name, struct day *day);

/* How many of these log files are kept if those older than `days` go; files without a day stay. */
int count_kept(const char *const *names, int count, int days, struct day now);

/* Whether a log file is from today. */
int is_current(const char *name);

#endif
