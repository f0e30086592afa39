#include <string.h>
#include "check.h"

int main(void)
{
    struct day day;
    char name[64], tiny[8];
    check("a name", 0, read_log_name("web-17-@MONTH@-2024.log", &day));
    check("its day", 17, day.day);
    check("its year", 2024, day.year);
    check("no such day", -1, read_log_name("web-32-@MONTH@-2024.log", &day));
    check("no such month", -1, read_log_name("web-03-Foo-2024.log", &day));
    check("another file", -1, read_log_name("notes.txt", &day));
    check("written", 0, write_log_name(name, sizeof name, "mail", (struct day){2026, 12, 24}));
    check("its text", 0, strcmp(name, "mail-24-Dec-2026.log"));
    check("too long", -1, write_log_name(tiny, sizeof tiny, "mail", (struct day){2026, 12, 24}));
    return failures != 0;
}
