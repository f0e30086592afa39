// std::thread, std::mutex, std::condition_variable and a static initialised once; the counter has no lock.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::condition_variable changed;
static int ready, tables;
static volatile int counter;

struct Table {
  Table() { std::this_thread::sleep_for(std::chrono::milliseconds(5)), tables++; }
};

static void work() {
  static Table table;
  std::unique_lock<std::mutex> held(lock);
  ready++;
  changed.notify_all();
  changed.wait(held, [] { return ready == 3; });
  held.unlock();
  counter = counter + 1;
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back(work);
  for (auto &thread : threads) thread.join();
  return tables != 1 ? 2 : counter == 3 ? 0 : 1;
}
