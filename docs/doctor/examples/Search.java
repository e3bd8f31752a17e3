import java.util.*;

public class Search {
  int number, value;
  List<Search> children = new ArrayList<>();
  static int count;
  static List<Integer> leaves = new ArrayList<>();

  Search(Iterator<String> words, String word) { // nodes are numbered in reading order
    number = count++;
    if (!word.equals("(")) { value = Integer.parseInt(word); return; }
    value = Integer.parseInt(words.next());
    for (String next = words.next(); !next.equals(")"); next = words.next()) children.add(new Search(words, next));
  }

  int[] alphabeta(int depth, int alpha, int beta, boolean maximizing) {
    if (depth == 0 || children.isEmpty()) { leaves.add(number); return new int[] {value, -1}; }
    int best = maximizing ? Integer.MIN_VALUE : Integer.MAX_VALUE, move = -1;
    for (int i = 0; i < children.size(); i++) {
      int value = children.get(i).alphabeta(depth - 1, alpha, beta, !maximizing)[0];
      if (maximizing ? value > best : value < best) { best = value; move = i; }
      if (maximizing) alpha = Math.max(alpha, best); else beta = Math.min(beta, best);
      if (alpha >= beta) break;
    }
    return new int[] {best, move};
  }

  public static void main(String[] arguments) {
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      Iterator<String> words = Arrays.asList(lines.nextLine().split(" ")).iterator();
      words.next(); count = 0; leaves.clear();
      int depth = Integer.parseInt(words.next());
      boolean maximizing = words.next().equals("max");
      int[] found = new Search(words, words.next()).alphabeta(depth, Integer.MIN_VALUE, Integer.MAX_VALUE, maximizing);
      StringBuilder answer = new StringBuilder("answer " + found[0] + " " + found[1]);
      for (int leaf : leaves) answer.append(" ").append(leaf);
      System.out.println(answer);
      System.out.flush(); } } }
