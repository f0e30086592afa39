// crash MODE NAME: fails in the way that MODE says, with NAME in its message.
#include <stdexcept>
#include <string>
#include <vector>

template <class T> struct Broken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int main(int, char **words) {
  std::string mode = words[1], name = words[2];
  std::vector<int> list(name.size());
  std::vector<char> text(name.size());
  if (mode == "throw") throw std::runtime_error("cannot handle \"" + name + "\"");
  if (mode == "int") throw Broken<int>("broken " + std::to_string(name.size()));
  if (mode == "char") throw Broken<char>("broken " + std::to_string(name.size()));
  if (mode == "list") return list[name.size()];
  if (mode == "text") return text[name.size() + 1];
  if (mode == "front") return std::vector<int>().front();
}
