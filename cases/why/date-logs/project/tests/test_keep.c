#include "check.h"

int main(void)
{
    const char *names[] = {"web-01-@MONTH@-2024.log", "web-20-@MONTH@-2024.log", "README"};
    struct day then;
    read_log_name("web-22-@MONTH@-2024.log", &then);
    check("kept for a week", 2, count_kept(names, 3, 7, then));
    check("kept for a month", 3, count_kept(names, 3, 30, then));

    char name[64];
    write_log_name(name, sizeof name, "web", today());
    check("the log that is being written is current", 1, is_current(name));
    check("an old one is not", 0, is_current(names[0]));
    return failures != 0;
}
