#include "check.h"

int main(void)
{
    check("the first day", 0, day_number((struct day){1970, 1, 1}));
    check("after a leap day", 11017, day_number((struct day){2000, 3, 1}));
    check("29 February 2024", 1, is_day((struct day){2024, 2, 29}));
    check("29 February 2100", 0, is_day((struct day){2100, 2, 29}));
    check("month 13", 0, is_day((struct day){2026, 13, 1}));
    check("today is a day", 1, is_day(today()));
    return failures != 0;
}
