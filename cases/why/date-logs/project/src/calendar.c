#include <time.h>
#include "logkeep.h"

static int is_leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_in(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

int is_day(struct day day)
{
    return day.year > 0 && day.month >= 1 && day.month <= 12 && day.day >= 1 && day.day <= days_in(day.year, day.month);
}

long day_number(struct day day)
{
    long number = day.day - 1;
    for (int month = 1; month < day.month; month++) number += days_in(day.year, month);
    for (int year = 1970; year < day.year; year++) number += is_leap(year) ? 366 : 365;
    return number;
}

struct day today(void)
{
    time_t now = time(NULL);
    struct tm *parts = gmtime(&now);
    return (struct day){parts->tm_year + 1900, parts->tm_mon + 1, parts->tm_mday};
}
