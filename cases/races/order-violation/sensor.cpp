// A sensor that measures in a thread of its own. Members are made in the order in which they stand in the class, and the
// thread stands before the scale that it uses.
#include <cstdio>
#include <mutex>
#include <numeric>
#include <thread>
#include <vector>

class Scale {
 public:
  Scale(int factor, int offset) : factor(factor), offset(offset) {} // HERE
  int apply(int raw) const { return raw * factor + offset; }

 private:
  int factor, offset;
};

class Sensor {
 public:
  explicit Sensor(int pin)
      : pin(pin),
        thread([this] { measure(); }), // HERE
        scale(2, 100) {} // HERE

  ~Sensor() {
    if (thread.joinable()) thread.join();
  }

  std::vector<int> values() {
    thread.join();
    return measured;
  }

 private:
  int pin;
  std::vector<int> measured;
  std::mutex lock;
  std::thread thread;
  Scale scale;

  void measure() {
    for (int i = 0; i < 5; i++) {
      int raw = read(i);
      std::lock_guard<std::mutex> guard(lock);
      measured.push_back(scale.apply(raw)); // HERE
    }
  }

  int read(int time) const { return (pin * 7 + time * 3) % 10; }
};

int main() {
  alignas(Sensor) unsigned char memory[sizeof(Sensor)] = {};
  Sensor *sensor = new (memory) Sensor(4);
  std::vector<int> values = sensor->values();
  int sum = std::accumulate(values.begin(), values.end(), 0);
  sensor->~Sensor();
  std::printf("sum %d\n", sum);
  return sum == 5 * 100 + 2 * (8 + 1 + 4 + 7 + 0) ? 0 : 1;
}
