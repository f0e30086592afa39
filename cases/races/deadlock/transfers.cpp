// A bank in which each account has a lock. A transfer takes that of the account it comes from, then the other one.
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Account {
  std::mutex lock;
  long balance = 0;
};

class Bank {
 public:
  void open(const std::string &name, long balance) { accounts[name].balance = balance; }

  bool transfer(const std::string &from, const std::string &to, long amount) {
    Account &source = accounts.at(from), &target = accounts.at(to);
    std::lock_guard<std::mutex> first(source.lock);
    if (source.balance < amount) return false;       // HERE
    std::lock_guard<std::mutex> second(target.lock); // HERE
    source.balance -= amount;
    target.balance += amount;
    return true;
  }

  long total() {
    long sum = 0;
    for (auto &[name, account] : accounts) {
      std::lock_guard<std::mutex> guard(account.lock);
      sum += account.balance;
    }
    return sum;
  }

 private:
  std::map<std::string, Account> accounts;
};

struct Order {
  std::string from, to;
  long amount;
};

static void carry_out(Bank &bank, const std::vector<Order> &orders) {
  for (const Order &order : orders) bank.transfer(order.from, order.to, order.amount);
}

int main() {
  Bank bank;
  bank.open("ann", 100);
  bank.open("ben", 50);
  bank.open("cleo", 0);
  std::thread morning(carry_out, std::ref(bank), std::vector<Order>{{"ann", "ben", 30}, {"ann", "cleo", 10}});
  std::thread evening(carry_out, std::ref(bank), std::vector<Order>{{"cleo", "ben", 5}, {"ben", "ann", 20}});
  morning.join();
  evening.join();
  std::printf("%ld in all\n", bank.total());
  return bank.total() == 150 ? 0 : 1;
}
