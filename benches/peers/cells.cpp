// Grundy values as one would first write them, and then better and better: {2,5,7} on a line, and the moves (-2,0), (-2,1),
// (1,-1) of full-tower Jenga in a window N x N. Prints how often each value occurs.
// c++ -O3 -march=native -std=c++20 cells.cpp -o cells; ./cells line N, ./cells naive N, ./cells plain N, ./cells wide N
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <unordered_map>
#include <vector>
using Byte = uint8_t;

// The least number that is none of three; each is at most 3, or 7 where there is no move.
inline Byte mex(Byte a, Byte b, Byte c) {
    Byte seen = Byte(1 << a) | Byte(1 << b) | Byte(1 << c);
    return seen & 1 ? seen & 2 ? seen & 4 ? 3 : 2 : 1 : 0;
}

using Counts = std::array<uint64_t, 4>;

Counts line(long n) {
    std::vector<Byte> values(n + 7, 7);
    Counts counts{};
    for (long i = 7; i < n + 7; i++) counts[values[i] = mex(values[i - 2], values[i - 5], values[i - 7])]++;
    return counts;
}

// By the definition: a value is the least number that is not in the set of those of the options, each found once.
struct Naive {
    std::unordered_map<uint64_t, int> known;
    int value(long x, long y) {
        uint64_t key = uint64_t(x) << 32 | uint64_t(y);
        if (auto found = known.find(key); found != known.end()) return found->second;
        std::set<int> seen;
        for (auto [dx, dy] : {std::pair{-2, 0}, {-2, 1}, {1, -1}})
            if (x + dx >= 0 && y + dy >= 0) seen.insert(value(x + dx, y + dy));
        int mex = 0;
        while (seen.count(mex)) mex++;
        return known[key] = mex;
    }
};

Counts naive(long n) {
    Naive game;
    Counts counts{};
    for (long x = 0; x < n; x++)
        for (long y = 0; y < n; y++) counts[game.value(x, y)]++;
    return counts;
}

// Every move makes 2x + 3y smaller; x + y and x + 2y never grow.
Counts plain(long n) {
    long m = n - 1, width = 2 * m + 1, height = 3 * m / 2 + 1;
    std::vector<Byte> values(width * height, 7);
    Counts counts{};
    for (long weight = 0; weight <= 5 * m; weight++)
        for (long y = weight % 2; 3 * y <= weight; y += 2) {
            long x = (weight - 3 * y) / 2;
            if (x + y > 2 * m || x + 2 * y > 3 * m) continue;
            auto value = [&](long x, long y) { return x < 0 || y < 0 ? Byte(7) : values[y * width + x]; };
            Byte found = mex(value(x - 2, y), value(x - 2, y + 1), value(x + 1, y - 1));
            values[y * width + x] = found;
            if (x < n && y < n) counts[found]++;
        }
    return counts;
}

// The same along lines of equal weight, of which five are kept; cells of a line do not depend on each other.
Counts wide(long n) {
    long m = n - 1, longest = 2 * m + 8;
    // Of the line d the cell y = 2j + d % 2 is at place j + 2.
    std::vector<std::vector<Byte>> lines(5, std::vector<Byte>(longest, 7));
    Counts counts{};
    for (long d = 0; d <= 5 * m; d++) {
        long odd = d % 2, low = std::max(0L, d - 4 * m), high = std::min(d / 3, 6 * m - d);
        long from = (low - odd + 1) / 2, to = high < odd ? 0 : (high - odd) / 2 + 1;
        // Beside the ends of a line there is nothing to move to.
        Byte* __restrict now = lines[d % 5].data() + 2;
        const Byte *back = lines[(d + 1) % 5].data() + 2, *last = lines[(d + 4) % 5].data() + 2;
        const Byte *below = last + odd - 1, *above = last + odd;
        for (long j = from; j < to; j++) now[j] = mex(back[j], below[j], above[j]);
        if (from == 0) now[-1] = now[-2] = 7;
        if (3 * (2 * to + odd) > d) std::fill_n(now + to, 4, 7);
        long least = std::max(0L, (d - 2 * m + 2) / 3), most = std::min(d / 3, m);
        long first = std::max(from, (least - odd + 1) / 2), end = most < odd ? 0 : std::min(to, (most - odd) / 2 + 1);
        for (int value = 0; value < 4; value++) {
            uint32_t count = 0;
            for (long j = first; j < end; j++) count += now[j] == value;
            counts[value] += count;
        }
    }
    return counts;
}

int main(int count, char** words) {
    if (count != 3) return 2;
    long n = atol(words[2]);
    Counts counts = !strcmp(words[1], "line")    ? line(n)
                    : !strcmp(words[1], "naive") ? naive(n)
                    : !strcmp(words[1], "plain") ? plain(n)
                                                 : wide(n);
    for (int value = 0; value < 4; value++)
        if (counts[value]) printf("%d,%llu\n", value, (unsigned long long)counts[value]);
}
