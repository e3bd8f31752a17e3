#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Node { int number, value; std::vector<Node> children; };
std::vector<int> leaves;

Node read(std::istream& words, int& count) {  // nodes are numbered in reading order
  Node node{count++, 0, {}};
  std::string word;
  words >> word;
  if (word != "(") { node.value = std::stoi(word); return node; }
  words >> node.value;
  while ((words >> std::ws).peek() != ')') node.children.push_back(read(words, count));
  words >> word;
  return node;
}

int alphabeta(const Node& node, int depth, int alpha, int beta, bool maximizing, int* move) {
  if (depth == 0 || node.children.empty()) { leaves.push_back(node.number); return node.value; }
  int best = maximizing ? -2000000000 : 2000000000;
  for (int i = 0; i < (int)node.children.size(); i++) {
    int value = alphabeta(node.children[i], depth - 1, alpha, beta, !maximizing, nullptr);
    if (maximizing ? value > best : value < best) { best = value; if (move) *move = i; }
    if (maximizing) alpha = std::max(alpha, best); else beta = std::min(beta, best);
    if (alpha >= beta) break;
  }
  return best;
}

int main() {
  for (std::string line, word, side; std::getline(std::cin, line);) {
    std::istringstream words(line);
    int depth, count = 0, move = -1;
    words >> word >> depth >> side; leaves.clear();
    std::cout << "answer " << alphabeta(read(words, count), depth, -2000000000, 2000000000, side == "max", &move) << " " << move;
    for (int leaf : leaves) std::cout << " " << leaf;
    std::cout << std::endl; } }
