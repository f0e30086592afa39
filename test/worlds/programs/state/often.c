// One function is called so often that it cannot be watched to its end, another once, after that.
static int next(int n) { return n + 1; }

static int last(int n) { return n - 5000; }

int main(void) {
  int n = 0;
  while (n < 5000)
    n = next(n);
  return last(n);
}
