// A model tells its views of changes while it is locked; a view that paints is locked and asks the model.
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

class Model {
 public:
  void observe(std::function<void(int)> observer) {
    std::lock_guard<std::mutex> guard(lock);
    observers.push_back(std::move(observer));
  }

  void set(int next) {
    std::lock_guard<std::mutex> guard(lock);
    value = next; // HERE
    for (const auto &observer : observers) observer(value); // HERE
  }

  int get() {
    std::lock_guard<std::mutex> guard(lock); // HERE
    return value;
  }

 private:
  std::mutex lock;
  int value = 0;
  std::vector<std::function<void(int)>> observers;
};

class View {
 public:
  explicit View(Model &model) : model(model) {
    model.observe([this](int value) { changed(value); });
  }

  void changed(int value) {
    std::lock_guard<std::mutex> guard(lock); // HERE
    stale = true;
    title = "value " + std::to_string(value);
  }

  void paint() {
    std::lock_guard<std::mutex> guard(lock);
    if (!stale && !painted.empty()) return;
    painted = title + ": " + std::to_string(model.get()); // HERE
    stale = false;
  }

  std::string shown() {
    std::lock_guard<std::mutex> guard(lock);
    return painted;
  }

 private:
  Model &model;
  std::mutex lock;
  bool stale = true;
  std::string title = "nothing", painted;
};

int main() {
  Model model;
  View view(model);
  std::thread network([&] {
    for (int i = 1; i <= 3; i++) model.set(i);
  });
  std::thread screen([&] {
    for (int i = 0; i < 3; i++) view.paint();
  });
  network.join();
  screen.join();
  view.paint();
  std::printf("%s\n", view.shown().c_str());
  return view.shown() == "value 3: 3" ? 0 : 1;
}
