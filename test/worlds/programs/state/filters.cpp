// Reads lines in one of several ways, and prints them.
#include <fstream>
#include <iostream>
#include <string>

static void here(const std::string &line) { std::cout << line << "\n"; }

static void read_lines(std::istream &in) {
  std::string line;
  while (std::getline(in, line)) here(line);
}

static void read_words(std::istream &in) {
  std::string word;
  while (in >> word) here(word);
}

int main(int argc, char **argv) {
  const std::string way = argc > 1 ? argv[1] : "";
  if (way == "words") read_words(std::cin);
  if (way == "lines") read_lines(std::cin);
  if (way == "unsynced") {
    std::ios::sync_with_stdio(false);
    read_lines(std::cin);
  }
  if (way == "file") {
    std::ifstream in(argv[2]);
    read_lines(in);
  }
  return 0;
}
