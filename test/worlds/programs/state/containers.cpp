// What C++ programs keep their state in.
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct Animal {
  virtual ~Animal() = default;
  int legs = 4;
};
struct Bird : Animal {
  std::string song = "tweet";
};

namespace zoo {
int visitors = 12;
}

static void show(std::vector<int> &numbers, std::map<std::string, int> &ages, const std::string &name) {
  std::vector<std::string> words = {"short", "a word that is longer than fifteen letters"};
  std::vector<std::string> spare = {"one", "a second word of more than fifteen letters"};
  spare.pop_back();
  std::set<int> some = {3, 1, 2};
  std::unique_ptr<int> owned = std::make_unique<int>(7);
  Bird bird;
  Animal *animal = &bird;
  std::cout << name; // here
  for (int each : numbers) std::cout << ' ' << each;
  for (auto &[key, age] : ages) std::cout << ' ' << key << '=' << age;
  for (auto &word : words) std::cout << ' ' << word;
  for (auto &word : spare) std::cout << ' ' << word;
  std::cout << ' ' << *some.begin() << ' ' << *owned << ' ' << animal->legs << ' ' << bird.song << ' ' << zoo::visitors << std::endl;
}

int main() {
  std::vector<int> numbers = {1, 2, 3};
  std::map<std::string, int> ages = {{"ann", 30}, {"bob", 40}};
  show(numbers, ages, "name");
}
