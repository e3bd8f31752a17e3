// Plain alpha-beta on Connect Four 7x6 with column weights, written by hand for the one game: what our kernels, made
// from the general rules, are measured against. The same search as `alphabeta:eval=columns`: fail-soft, columns from
// left to right, no table, a finished game is seen where it stands, the same nodes in the same order.
//
// usage: raw_cpp DEPTH      prints: nodes value seconds (of processor time)
//
// Bits as in src/kibitz/games/connect_four.py: column * 7 + height above the bottom; the seventh bit stays empty.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

using Stones = std::uint64_t;

constexpr int WIDTH = 7, HEIGHT = 6, UP = HEIGHT + 1;
constexpr int WIN = 1'000'000, INFINITE = 1 << 30;

constexpr Stones columns(int from, int to) {
    Stones stones = 0;
    for (int column = from; column < to; ++column) stones |= ((Stones{1} << HEIGHT) - 1) << (column * UP);
    return stones;
}

constexpr Stones BOARD = columns(0, WIDTH);

constexpr Stones bottom(int column) { return Stones{1} << (column * UP); }
constexpr Stones top(int column) { return Stones{1} << (column * UP + HEIGHT - 1); }

bool has_four(Stones stones) {
    for (int step : {1, UP, UP - 1, UP + 1}) {
        const Stones pairs = stones & (stones >> step);
        if (pairs & (pairs >> (2 * step))) return true;
    }
    return false;
}

// Stones weighted 0 1 2 3 2 1 0 by column, for the side to move.
int evaluate(Stones own, Stones other) {
    int value = 0;
    for (int margin = 1; margin <= 3; ++margin) {
        const Stones inside = columns(margin, WIDTH - margin);
        value += __builtin_popcountll(own & inside) - __builtin_popcountll(other & inside);
    }
    return value;
}

std::uint64_t nodes = 0;

int search(Stones own, Stones other, int depth, int alpha, int beta) {
    ++nodes;
    if (has_four(other)) return -WIN;
    const Stones taken = own | other;
    if (taken == BOARD) return 0;
    if (depth == 0) return evaluate(own, other);
    int best = -INFINITE;
    for (int column = 0; column < WIDTH; ++column) {
        if (taken & top(column)) continue;
        const Stones landing = (taken + bottom(column)) & (BOARD ^ taken);
        const int value = -search(other, own | landing, depth - 1, -beta, -alpha);
        if (value > best) {
            best = value;
            if (best >= beta) break;
            alpha = std::max(alpha, best);
        }
    }
    return best;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 2) {
        std::fprintf(stderr, "usage: raw_cpp DEPTH\n");
        return 2;
    }
    const int depth = std::atoi(arguments[1]);
    const std::clock_t started = std::clock();  // processor time, as on our side
    const int value = search(0, 0, depth, -INFINITE, INFINITE);
    const double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
    std::printf("%llu %d %.6f\n", static_cast<unsigned long long>(nodes), value, seconds);
}
