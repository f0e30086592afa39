// Blocks and vectors next to each other and within each other.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

typedef std::vector<int> Row;

static int show(int *first, int *second, Row *rows, Row &one, Row &other) {
  int count = 2;
  int all = first[0] + second[0]; // here
  for (int i = 0; i < count; i++) {
    for (int n : rows[i]) printf("%d ", n);
    printf("; ");
  }
  printf("%d %zu %zu; ", all, one.size(), other.size());
  for (int n : one) printf("%d ", n);
  for (int n : other) printf("%d ", n);
  for (int i = 0; i < count; i++) printf("%d ", first[i * 20]);
  printf("\n");
  return 0;
}

int main() {
  int *first = (int *)calloc(21, sizeof(int)), *second = (int *)calloc(21, sizeof(int));
  Row *rows = (Row *)calloc(2, sizeof(Row));
  for (int i = 0; i < 2; i++) new (&rows[i]) Row{i};
  Row one, other;
  return show(first, second, rows, one, other);
}
