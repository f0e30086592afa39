// Containers with entries that come and go.
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

static void show(std::map<std::string, int> &ages, std::map<int, std::string> &names, std::set<long> &numbers,
                 std::map<double, std::vector<int>> &lists, std::optional<int> some, std::optional<std::string> none,
                 std::map<int, int, std::greater<int>> &downwards, std::list<int> &list) {
  for (auto &[name, age] : ages) std::cout << name << '=' << age << ' ';
  for (auto &[number, name] : names) std::cout << number << '=' << name << ' ';
  for (auto &number : numbers) std::cout << number << ' ';
  for (auto &[key, all] : lists) std::cout << key << ':' << all.size() << ' ';
  std::cout << ages.size() << names.size() << numbers.size() << lists.size() << downwards.size() << list.size();
  std::cout << ' ' << some.value_or(-1) << ' ' << none.value_or("none") << std::endl;
  ages["zoe"] = 1;
  ages.erase("ann");
  for (auto &[name, age] : ages) std::cout << name << '=' << ages.at(name) << ' ';
  std::cout << numbers.count(50) << numbers.count(7) << std::endl;
}

int main() {
  std::map<std::string, int> ages = {{"ann", 30}, {"bob", 40}};
  std::map<int, std::string> names;
  std::set<long> numbers;
  for (long i = 0; i < 6; i++) numbers.insert(i * 10);
  std::map<double, std::vector<int>> lists = {{0.5, {1, 2}}};
  std::map<int, int, std::greater<int>> downwards = {{1, 2}};
  std::list<int> list = {1, 2};
  show(ages, names, numbers, lists, 5, std::nullopt, downwards, list);
}
