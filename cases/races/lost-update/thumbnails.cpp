// Pictures are made small by a pool of threads. The queue is locked; the statistics, which are "only numbers", are not.
#include <cstddef>
#include <cstdio>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

struct Picture {
  std::string name;
  int width, height;
  std::vector<unsigned char> pixels;
};

class Queue {
 public:
  void push(Picture picture) {
    std::lock_guard<std::mutex> guard(lock);
    pictures.push_back(std::move(picture));
  }

  std::optional<Picture> pop() {
    std::lock_guard<std::mutex> guard(lock);
    if (pictures.empty()) return std::nullopt;
    Picture first = std::move(pictures.front());
    pictures.pop_front();
    return first;
  }

 private:
  std::mutex lock;
  std::deque<Picture> pictures;
};

struct Statistics {
  long done = 0;
  long saved = 0;

  void add(std::size_t before, std::size_t after) {
    long more = static_cast<long>(before - after);
    saved = saved + more; // HERE
    done = done + 1;      // HERE
  }
};

static Picture halved(const Picture &picture) {
  Picture small{picture.name + ".small", picture.width / 2, picture.height / 2, {}};
  for (int y = 0; y < small.height; y++) {
    for (int x = 0; x < small.width; x++) {
      const unsigned char *at = &picture.pixels[2 * y * picture.width + 2 * x];
      small.pixels.push_back((at[0] + at[1] + at[picture.width] + at[picture.width + 1]) / 4);
    }
  }
  return small;
}

static Picture drawn(int number) {
  Picture picture{"picture-" + std::to_string(number), 8, 8, {}};
  for (int i = 0; i < 64; i++) picture.pixels.push_back(static_cast<unsigned char>(i * number));
  return picture;
}

int main() {
  constexpr int count = 6;
  Queue queue;
  Statistics statistics;
  for (int i = 0; i < count; i++) queue.push(drawn(i));
  std::vector<std::thread> workers;
  for (int i = 0; i < 3; i++) {
    workers.emplace_back([&] {
      while (std::optional<Picture> picture = queue.pop()) {
        Picture small = halved(*picture);
        statistics.add(picture->pixels.size(), small.pixels.size());
      }
    });
  }
  for (std::thread &worker : workers) worker.join();
  std::printf("%ld pictures, %ld bytes saved\n", statistics.done, statistics.saved);
  return statistics.done == count && statistics.saved == count * 48 ? 0 : 1;
}
