// Functions of every kind of name.
#include <algorithm>
#include <iostream>
#include <vector>

namespace zoo {
template <class T> T twice(T x) { return x + x; }

namespace {
int hidden(int x) { return x + 1; }
} // namespace

struct Animal {
  int legs;
  explicit Animal(int n) : legs(n) {}
  virtual ~Animal() {}
  virtual int walk(int far) { return far * legs; }
  Animal operator+(const Animal &other) const { return Animal(legs + other.legs); }
};
struct Bird : Animal {
  Bird() : Animal(2) {}
  int walk(int far) override { return Animal::walk(far) + 1; }
};
} // namespace zoo

static int overloaded(int x) { return x; }
static int overloaded(double x) { return (int)x; }

static int work(int n) {
  std::vector<int> v = {3, 1, 2};
  std::sort(v.begin(), v.end(), [](int a, int b) { return a < b; });
  int sum = zoo::twice(n) + zoo::twice(1.5) + zoo::hidden(n);
  zoo::Bird bird;
  zoo::Animal *animal = &bird;
  sum += animal->walk(3);
  sum += (bird + *animal).legs;
  sum += overloaded(1);
  sum += overloaded(2.5);
  return sum;
}

int main() {
  int sum = work(1);
  sum += work(5);
  std::cout << sum << std::endl;
}
