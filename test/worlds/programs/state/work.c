// A library of one function.
int work(int n) {
  while (n < 3) // while
    n++;
  return n;
}
