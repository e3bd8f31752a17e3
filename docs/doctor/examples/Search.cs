using System;
using System.Collections.Generic;

class Search {
  int number, value;
  List<Search> children = new List<Search>();
  static int count;
  static List<int> leaves = new List<int>();

  Search(Queue<string> words) { // nodes are numbered in reading order
    number = count++;
    string word = words.Dequeue();
    if (word != "(") { value = int.Parse(word); return; }
    value = int.Parse(words.Dequeue());
    while (words.Peek() != ")") children.Add(new Search(words));
    words.Dequeue();
  }

  (int best, int move) AlphaBeta(int depth, int alpha, int beta, bool maximizing) {
    if (depth == 0 || children.Count == 0) { leaves.Add(number); return (value, -1); }
    int best = maximizing ? int.MinValue : int.MaxValue, move = -1;
    for (int i = 0; i < children.Count; i++) {
      int found = children[i].AlphaBeta(depth - 1, alpha, beta, !maximizing).best;
      if (maximizing ? found > best : found < best) { best = found; move = i; }
      if (maximizing) alpha = Math.Max(alpha, best); else beta = Math.Min(beta, best);
      if (alpha >= beta) break;
    }
    return (best, move);
  }

  static void Main() {
    for (string line = Console.ReadLine(); line != null; line = Console.ReadLine()) {
      var words = new Queue<string>(line.Split(' '));
      words.Dequeue(); count = 0; leaves.Clear();
      int depth = int.Parse(words.Dequeue());
      bool maximizing = words.Dequeue() == "max";
      var (value, move) = new Search(words).AlphaBeta(depth, int.MinValue, int.MaxValue, maximizing);
      Console.WriteLine($"answer {value} {move} {string.Join(" ", leaves)}");
    } } }
