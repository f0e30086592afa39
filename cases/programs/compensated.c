/* Adds nine ones to a number beside which each of them alone is lost; the sum remembers what it has lost (Kahan). */
#include <stdio.h>

static double sum(const double *x, int n)
{
  double total = 0, lost = 0;
  for (int i = 0; i < n; i++) {
    double each = x[i] - lost;
    double next = total + each;
    lost = (next - total) - each;
    total = next;
  }
  return total;
}

int main(void)
{
  double x[10] = {1e16, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  double s = sum(x, 10);
  if (s > 1e16 + 6) return 0;
  fprintf(stderr, "error: the sum is %.0f\n", s);
  return 1;
}
