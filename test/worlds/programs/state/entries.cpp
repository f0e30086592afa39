// Containers with entries that come and go.
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

static void find(std::unordered_map<std::string, int> &counts, std::unordered_set<int> &seen,
                 std::unordered_map<double, int> &halves) {
  std::map<std::string, int> all(counts.begin(), counts.end());
  for (auto &[name, count] : all) std::cout << name << '=' << counts.at(name) << ' ';
  std::set<int> in_order(seen.begin(), seen.end());
  for (int each : in_order) std::cout << each << (seen.count(each) ? ' ' : '!');
  std::cout << seen.count(20) << halves.count(0.5) << halves.count(2.5) << ' ';
  std::cout << counts.size() << seen.size() << halves.size() << std::endl;
  for (int i = 0; i < 100; i++) seen.insert(i), counts["n" + std::to_string(i)] = i;
  for (auto &[name, count] : all) counts.erase(name);
  std::cout << counts.size() << ' ' << seen.size() << std::endl;
}

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

int main(int argc, char **) {
  std::map<std::string, int> ages = {{"ann", 30}, {"bob", 40}};
  std::map<int, std::string> names;
  std::set<long> numbers;
  for (long i = 0; i < 6; i++) numbers.insert(i * 10);
  std::map<double, std::vector<int>> lists = {{0.5, {1, 2}}};
  std::map<int, int, std::greater<int>> downwards = {{1, 2}};
  std::list<int> list = {1, 2};
  std::unordered_map<std::string, int> counts;
  std::unordered_set<int> seen;
  for (int i = 0; i < 30; i++) counts["a name that is long " + std::to_string(i)] = i, seen.insert(i * 13);
  for (int i = 3; i < 30; i++) counts.erase("a name that is long " + std::to_string(i)), seen.erase(i * 13);
  std::unordered_map<double, int> halves = {{0.5, 1}, {1.5, 2}};
  if (argc > 1) find(counts, seen, halves);
  else show(ages, names, numbers, lists, 5, std::nullopt, downwards, list);
}
