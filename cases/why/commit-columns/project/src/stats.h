/* Figures of some numbers, without keeping them. */
#ifndef STATS_H
#define STATS_H

struct stats {
    long count;
    double mean, squares; /* squares: of the distances from the mean */
};

void stats_add(struct stats *stats, double value);
double stats_sum(const struct stats *stats);
double stats_deviation(const struct stats *stats);

#endif
