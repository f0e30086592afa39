/* Adds numbers in the order in which they stand: any other order gives another sum. */
#include <stdio.h>

volatile double given[8] = {1e16, 1, -1e16, 1, 1e16, 1, -1e16, 1};

static double sum(const double *x)
{
  double total = 0;
  for (int i = 0; i < 8; i++) total += x[i];
  return total;
}

int main(void)
{
  double x[8];
  for (int i = 0; i < 8; i++) x[i] = given[i];
  double s = sum(x);
  if (s == 1) return 0;
  fprintf(stderr, "error: the sum is %g\n", s);
  return 1;
}
