// A registry of converters of which there is one. It is made at its first use, and filled after it can be seen.
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Registry {
 public:
  static Registry &instance() {
    if (!single) {
      std::lock_guard<std::mutex> guard(lock);
      if (!single) {
        single = new Registry;
        single->add("km", "mile", 0.621371); // HERE
        single->add("kg", "pound", 2.20462); // HERE
        single->add("l", "gallon", 0.264172); // HERE
      }
    }
    return *single;
  }

  double convert(const std::string &from, const std::string &to, double value) const {
    auto found = factors.find({from, to});
    return found == factors.end() ? -1 : value * found->second;
  }

 private:
  static Registry *volatile single;
  static std::mutex lock;
  std::map<std::pair<std::string, std::string>, double> factors;

  void add(const std::string &from, const std::string &to, double factor) {
    std::map<std::pair<std::string, std::string>, double> more = factors; // HERE
    more[{from, to}] = factor;                                            // HERE
    factors.swap(more);                                                   // HERE
  }
};

Registry *volatile Registry::single = nullptr;
std::mutex Registry::lock;

int main() {
  double results[2];
  std::vector<std::thread> threads;
  for (double &result : results) {
    threads.emplace_back([&result] { result = Registry::instance().convert("l", "gallon", 10); });
  }
  for (std::thread &thread : threads) thread.join();
  std::printf("%g %g\n", results[0], results[1]);
  return results[0] > 0 && results[1] > 0 ? 0 : 1;
}
