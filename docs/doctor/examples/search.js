const lines = require("readline").createInterface({ input: process.stdin });

function read(words, count) { // nodes are numbered in reading order
  const node = { number: count.next++, children: [] };
  const word = words.shift();
  if (word !== "(") return Object.assign(node, { value: Number(word) });
  node.value = Number(words.shift());
  while (words[0] !== ")") node.children.push(read(words, count));
  words.shift();
  return node;
}

function alphabeta(node, depth, alpha, beta, maximizing, leaves) {
  if (depth === 0 || node.children.length === 0) {
    leaves.push(node.number);
    return [node.value, -1];
  }
  let best = maximizing ? -Infinity : Infinity;
  let move = -1;
  for (let i = 0; i < node.children.length; i++) {
    const [value] = alphabeta(node.children[i], depth - 1, alpha, beta, !maximizing, leaves);
    if (maximizing ? value > best : value < best) [best, move] = [value, i];
    if (maximizing) alpha = Math.max(alpha, best);
    else beta = Math.min(beta, best);
    if (alpha >= beta) break;
  }
  return [best, move];
}

lines.on("line", (line) => {
  const [, depth, side, ...words] = line.split(" ");
  const leaves = [];
  const [value, move] = alphabeta(read(words, { next: 0 }), Number(depth), -Infinity, Infinity, side === "max", leaves);
  console.log("answer", value, move, ...leaves);
});
