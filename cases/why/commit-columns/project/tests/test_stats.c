#include "check.h"
#include "stats.h"

int main(void)
{
    struct stats stats = {0};
    check_number("no numbers have no deviation", 0, stats_deviation(&stats));
    const double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    for (int i = 0; i < 8; i++) stats_add(&stats, values[i]);
    check_number("count", 8, (double)stats.count);
    check_number("sum", 40, stats_sum(&stats));
    check_number("mean", 5, stats.mean);
    check_number("deviation", 2.138089935299395, stats_deviation(&stats));
    return failures != 0;
}
