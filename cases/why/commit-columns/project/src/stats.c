#include <math.h>
#include "stats.h"

/* Welford, 1962: exact also where the numbers are large and close to each other. */
void stats_add(struct stats *stats, double value)
{
    double distance = value - stats->mean;
    stats->count++;
    stats->mean += distance / (double)stats->count;
    stats->squares += distance * (value - stats->mean);
}

double stats_sum(const struct stats *stats)
{
    return stats->mean * (double)stats->count;
}

double stats_deviation(const struct stats *stats)
{
    return stats->count > 1 ? sqrt(stats->squares / (double)(stats->count - 1)) : 0;
}
