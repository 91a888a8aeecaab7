// Jenka_k from n full levels as one would first write it: the recursion with a hash table over towers up to mirror.
// c++ -O3 -march=native -std=c++20 jenka.cpp -o jenka; ./jenka K N prints the towers and the Grundy value of the start.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>
using Tower = unsigned __int128; // level i is the field of k bits at place k * i
struct Hash { size_t operator()(Tower t) const { uint64_t h = (uint64_t)t * 0x9E3779B97F4A7C15u ^ (uint64_t)(t >> 64) * 0xC2B2AE3D27D4EB4Fu; return h ^ h >> 29; } };
int k, full;
std::unordered_map<Tower, uint8_t, Hash> known;

int mirrored(int m) { int r = 0; for (int j = 0; j < k; j++) if (m >> j & 1) r |= 1 << (k - 1 - j); return r; }
int moment(int m) { int s = 0; for (int j = 0; j < k; j++) if (m >> j & 1) s += 2 * j + 1 - k; return s; }

// Whether every level strictly bears the centre of mass of what is above it.
bool stands(const std::vector<int>& tower) {
    int above = 0, along = 0, across = 0;
    for (int i = (int)tower.size() - 1; i >= 0; i--) {
        int low = 2 * std::countr_zero((unsigned)tower[i]) - k, high = 2 * (int)std::bit_width((unsigned)tower[i]) - k;
        if (above && !(low * above < along && along < high * above)) return false;
        above += std::popcount((unsigned)tower[i]);
        along += moment(tower[i]);
        std::swap(along, across);
    }
    return true;
}

// The least of the mirror images: each axis by itself, level by level from the top.
Tower canonical(const std::vector<int>& tower) {
    Tower packed = 0;
    for (int axis = 0; axis < 2; axis++) {
        Tower plain = 0, image = 0;
        for (int i = axis; i < (int)tower.size(); i += 2)
            plain |= (Tower)tower[i] << (k * i), image |= (Tower)mirrored(tower[i]) << (k * i);
        packed |= std::min(plain, image);
    }
    return packed;
}

uint8_t value(std::vector<int> tower) {
    Tower name = canonical(tower);
    if (auto found = known.find(name); found != known.end()) return found->second;
    std::vector<bool> seen(256);
    int reach = (int)tower.size() - 1;
    while (reach > 0 && tower[reach] != full) reach--;
    for (int from = 0; from < reach; from++)
        for (int block = 1; block <= full; block <<= 1) {
            if (!(tower[from] & block) || tower[from] == block) continue;
            auto hand = tower;
            hand[from] ^= block;
            if (!stands(hand)) continue;
            if (hand.back() == full) hand.push_back(0);
            for (int slot = 1; slot <= full; slot <<= 1) {
                if (hand.back() & slot) continue;
                hand.back() |= slot;
                if (stands(hand)) seen[value(hand)] = true;
                hand.back() ^= slot;
            }
        }
    uint8_t least = std::find(seen.begin(), seen.end(), false) - seen.begin();
    return known[name] = least;
}

int main(int count, char** words) {
    if (count != 3) return 2;
    k = atoi(words[1]), full = (1 << k) - 1;
    int grundy = value(std::vector<int>(atoi(words[2]), full));
    printf("%zu towers, Grundy value %d\n", known.size(), grundy);
}
