#include <cstdio>
#include <stdexcept>

template <class T> T larger(T a, T b) {
  if (a > b) return a;
  return b;
}

struct Account {
  int balance;
  void take(int amount) {
    if (amount > balance) throw std::runtime_error("not enough");
    balance -= amount;
  }
};

static void report(int count) {
  std::printf("%d taken\n", count);
  if (count < 0) throw std::logic_error("negative");
}

int main() {
  Account account{100};
  int taken = 0;
  try {
    for (int round = 0; round < 5; round++) {
      account.take(30);
      taken += 30;
      report(taken);
    }
  } catch (const std::runtime_error &error) {
    std::printf("%s\n", error.what());
  }
  std::printf("%d %g\n", larger(3, 8), larger(2.5, 1.5));
  return 0;
}
