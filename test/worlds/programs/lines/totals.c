#include <stdio.h>
#define ROWS 3

static double prices[ROWS] = {1.5, 2.25, 4.0};
static char marks[] = "abcdef";

static int total(int *numbers, int count) {
  int sum = 1;
  int last = 0;
  for (int i = 1; i < count; i++) sum += numbers[i];
  last = numbers[1];
  last = sum;
  return last;
}

static double price(char *names, int at) {
  double all = 1;
  double more;
  all = prices[at];
  more = prices[1];
  all += more;
  more = all;
  return names[at] == 'b' ? more : all;
}

int main(void) {
  int numbers[4] = {3, 5, 7, 9};
  marks[4] = 'b';
  numbers[1]++;
  numbers[2] = numbers[1] + 1;
  printf("%d %.2f %s\n", total(numbers, 3), price(marks, 1), marks);
  return 0;
}
