#include "logkeep.h"

int count_kept(const char *const *names, int count, int days, struct day now)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        struct day day;
        if (read_log_name(names[i], &day) != 0 || day_number(now) - day_number(day) <= days) kept++;
    }
    return kept;
}

int is_current(const char *name)
{
    struct day day;
    return read_log_name(name, &day) == 0 && day_number(day) == day_number(today());
}
