// Lines that are come to again and again, in many ways.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;

static int next(int n) { return n + 1; }

static int is_less(int a, int b) {
  if (a > b) longjmp(out, 1);
  return a < b;
}

static int recursive(int n) {
  int sum = 0;
  while (n > 0 && recursive(n - 2) < 10) // recursive
    sum += n--;
  return sum;
}

static int cases(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    switch (i) {
    case 0: do sum++; while (sum % 3); break; // case
    case 1: sum += 2;
    case 2: while (sum % 5) sum++; // falls
      break;
    default:
      continue;
    }
    sum++;
  }
  return sum;
}

static int left(int n) {
  for (int round = 0; round < 3; round++) {
    if (setjmp(out) == 0)
      while (is_less(n, 2)) // left by a jump
        n++;
    n -= 3;
  }
  return n;
}

int main(void) {
  int n = 0, sum = 0;
  while (n < 3) // while
    n = next(n);
  for (int i = 0; i < 3; i++) // for
    sum += i;
  for (int i = 0; i < 3; i++) sum += next(i); // one line
  for (int i = 0; i < 4; i++) if (i % 2) sum += i; // half
    else sum -= i;
  while (sum > 0) sum--;
  do sum++; while (sum < 3); // do
  do {
    sum++;
  } while (sum < 6);
  sum = next(next(n) +
    next(sum));
  for (int i = 0;
       i < 2;
       i++)
    sum += recursive(3);
  for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++)
    sum += i * j;
  int again = 0;
back: again++; if (again < 3) goto back;
  sum += cases(4) + left(3);
  printf("%d %d\n", sum, n);
  return 0;
}
