// Objects of classes with virtual methods: what stands where decides what is done.
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  std::string name = "shape";
};
struct Named {
  virtual ~Named() = default;
  virtual std::string title() const { return "nobody"; }
  int number = 1;
};
struct Square : Shape {
  double side;
  explicit Square(double length) : side(length) { name = "square"; }
  double area() const override { return side * side; }
};
struct Circle : Shape, Named {
  double radius;
  Shape *inside = nullptr;
  explicit Circle(double r) : radius(r) { name = "circle"; }
  double area() const override { return 3 * radius * radius - (inside ? inside->area() : 0); }
  std::string title() const override { return "Sir " + name; }
};

static void show(Shape *shape, Named *named, std::vector<Shape *> &all, std::unique_ptr<Shape> owned,
                 std::shared_ptr<Square> shared, std::optional<int> maybe, std::pair<int, std::string> pair,
                 std::unordered_map<std::string, int> counts) {
  double sum = 0;
  for (auto each : all) sum += each->area();
  std::cout << shape->name << ' ' << shape->area() << ' ' << named->title() << ' ' << named->number << ' ' << sum << ' '
            << owned->area() << ' ' << shared->side << ' ' << maybe.value_or(-1) << ' ' << pair.first << pair.second << ' '
            << counts["one"] << std::endl;
}

int main(int argc, char **) {
  Square square(2), inner(0.5);
  Circle circle(1);
  circle.inside = &inner;
  std::vector<Shape *> all = {&square, &circle};
  Shape *shape = &square;
  Named plain;
  Named *named = &plain;
  if (argc > 1) {
    shape = &circle;
    named = &circle;
  }
  show(shape, named, all, std::make_unique<Square>(3), std::make_shared<Square>(4), 5, {6, "six"}, {{"one", 1}});
}
