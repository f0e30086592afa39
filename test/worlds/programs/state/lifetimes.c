// Variables that begin to exist one after the other.
#include <stdio.h>

static int add(int a, int b) {
  int unset;
  int sum = a + b; // first
  static int calls;
  unset = sum;
  {
    int inner = unset + 1;
    static int inside = 3;
    sum += inner + inside; // inner
  }
  for (int i = 0; i < 2; i++) { // loop
    int v = sum;
    sum += v; // body
  }
  int after = sum + ++calls;
  return after;
}

int main(int argc, char *argv[]) {
  int first = argc + (argv[1] != NULL);
  for (int i = 0; i < add(i, 2) && i < 2; i++) first++;
  int last = add(first, 2);
  printf("%d\n", last);
  return 0;
}
