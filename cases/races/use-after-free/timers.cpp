// A timer calls back an object in a thread of its own. The object goes when its owner is done with it; that the timer is
// stopped is the last thing its destructor does.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

class Timer {
 public:
  template <class Callback>
  Timer(int times, Callback callback) : thread([this, times, callback] {
    for (int i = 0; i < times && !stopped; i++) callback(i); // HERE
  }) {}

  void stop() {
    stopped = true; // HERE
    if (thread.joinable()) thread.join(); // HERE
  }

 private:
  std::atomic<bool> stopped{false};
  std::thread thread;
};

class Chart {
 public:
  Chart() : points(new std::vector<int>) {
    points->reserve(8);
    timer = std::make_unique<Timer>(4, [this](int time) { tick(time); }); // HERE
  }

  ~Chart() {
    delete points;
    points = nullptr;
    timer->stop(); // HERE
  }

  int sum() {
    std::lock_guard<std::mutex> guard(lock);
    int total = 0;
    for (int point : *points) total += point;
    return total;
  }

 private:
  std::mutex lock;
  std::vector<int> *volatile points;
  std::unique_ptr<Timer> timer;

  void tick(int time) {
    std::lock_guard<std::mutex> guard(lock); // HERE
    points->push_back(time * time); // HERE
  }
};

int main() {
  for (int i = 0; i < 2; i++) {
    Chart chart;
    std::printf("%d so far\n", chart.sum());
  }
  return 0;
}
