// Pages are rendered once and kept; the oldest goes when there are too many. Every function of the cache is locked, but
// between two of them a page may go.
#include <cstdio>
#include <deque>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

class Cache {
 public:
  explicit Cache(std::size_t most) : most(most) {}

  bool contains(const std::string &key) {
    std::lock_guard<std::mutex> guard(lock);
    return pages.count(key) > 0; // HERE
  } // HERE

  std::string at(const std::string &key) {
    std::lock_guard<std::mutex> guard(lock); // HERE
    return pages.at(key);
  }

  void put(const std::string &key, const std::string &page) {
    std::lock_guard<std::mutex> guard(lock);
    if (!pages.emplace(key, page).second) return;
    order.push_back(key);
    if (order.size() <= most) return;
    pages.erase(order.front());
    order.pop_front();
  }

 private:
  std::size_t most;
  std::mutex lock;
  std::map<std::string, std::string> pages;
  std::deque<std::string> order;
};

static std::string rendered(const std::string &path) {
  std::string text = "<h1>";
  for (char c : path) text += c == '/' ? ' ' : c;
  return text + "</h1>";
}

class Site {
 public:
  std::string get(const std::string &path) {
    if (!cache.contains(path)) {
      std::string page = rendered(path);
      cache.put(path, page);
      return page;
    }
    return cache.at(path); // HERE
  }

 private:
  Cache cache{2};
};

static void visit(Site &site, const std::vector<std::string> &paths, bool &failed) {
  try {
    for (const std::string &path : paths) site.get(path);
  } catch (const std::out_of_range &) {
    failed = true;
  }
}

int main() {
  Site site;
  bool failed[2] = {false, false};
  std::thread reader(visit, std::ref(site), std::vector<std::string>{"/", "/news", "/", "/"}, std::ref(failed[0]));
  std::thread crawler(visit, std::ref(site), std::vector<std::string>{"/about", "/jobs", "/news"}, std::ref(failed[1]));
  reader.join();
  crawler.join();
  std::printf(failed[0] || failed[1] ? "a page is gone\n" : "all pages\n");
  return failed[0] || failed[1] ? 1 : 0;
}
