// As accesses.c, for C++: namespaces, static members, members of base classes, locks and atomics of std.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace scene {
struct Base { int first = 0, loaded = 0; };
struct Scene : Base { int lights[4] = {}; std::mutex lock; };
static Scene current;
}

struct Count { static long all; };
long Count::all;
static std::atomic<int> hits;
static std::vector<int> row;

static void work() {
  scene::current.loaded = 1; // : writes scene::current.loaded
  scene::current.lights[2] = 1; // : writes scene::current.lights[2]
  Count::all = 5; // : writes Count::all
  scene::current.lock.lock(); // : locks mutex scene::current.lock
  hits.store(2); // : writes hits
  hits.fetch_add(2); // : updates hits
  row.front() = 7; // : writes
  scene::current.lock.unlock(); // : unlocks mutex scene::current.lock
}

int main() {
  row.resize(3);
  std::thread thread(work);
  thread.join();
  return 0;
}
