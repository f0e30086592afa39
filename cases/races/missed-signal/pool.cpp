// A pool of threads. To end it, a flag is set and all are told; the flag is atomic, so no lock is taken for that.
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; i++) threads.emplace_back([this] { work(); });
  }

  ~Pool() {
    stopped = true;
    changed.notify_all();
    for (std::thread &thread : threads) thread.join();
  }

  void submit(std::function<void()> job) {
    {
      std::lock_guard<std::mutex> guard(lock);
      jobs.push_back(std::move(job));
    }
    changed.notify_one();
  }

 private:
  std::mutex lock;
  std::condition_variable changed;
  std::deque<std::function<void()>> jobs;
  std::vector<std::thread> threads;
  std::atomic<bool> stopped{false};

  void work() {
    while (std::function<void()> job = next()) job();
  }

  std::function<void()> next() {
    std::unique_lock<std::mutex> guard(lock);
    while (jobs.empty()) {
      if (stopped) return nullptr; // HERE
      changed.wait(guard);         // HERE
    }
    std::function<void()> job = std::move(jobs.front());
    jobs.pop_front();
    return job;
  }
};

int main() {
  std::atomic<int> sum{0};
  {
    Pool pool(2);
    for (int i = 1; i <= 4; i++) pool.submit([&sum, i] { sum += i; });
  }
  std::printf("%d\n", sum.load());
  return sum == 10 ? 0 : 1;
}
