// Jenka_k from n full levels as one would first write it: the recursion with a hash table over towers up to mirror.
// c++ -O3 -march=native -std=c++20 jenka.cpp -o jenka; ./jenka K N prints how many towers arise, and the Grundy value of the start.
#include <algorithm>
#include <bit>
#include <bitset>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
using Tower = unsigned __int128; // level i is the field of k bits at place k * i
struct Hash { size_t operator()(Tower t) const { uint64_t h = (uint64_t)t * 0x9E3779B97F4A7C15u ^ (uint64_t)(t >> 64) * 0xC2B2AE3D27D4EB4Fu; return h ^ h >> 29; } };
struct Levels { int count = 0; int masks[64]; int& top() { return masks[count - 1]; } };
int k, full;
std::unordered_map<Tower, uint8_t, Hash> known;

int mirrored(int m) { int r = 0; for (int j = 0; j < k; j++) if (m >> j & 1) r |= 1 << (k - 1 - j); return r; }
int moment(int m) { int s = 0; for (int j = 0; j < k; j++) if (m >> j & 1) s += 2 * j + 1 - k; return s; }

// Whether every level strictly bears the centre of mass of what is above it.
bool stands(const Levels& tower) {
    int above = 0, along = 0, across = 0;
    for (int i = tower.count - 1; i >= 0; i--) {
        int low = 2 * std::countr_zero((unsigned)tower.masks[i]) - k, high = 2 * (int)std::bit_width((unsigned)tower.masks[i]) - k;
        if (above && !(low * above < along && along < high * above)) return false;
        above += std::popcount((unsigned)tower.masks[i]);
        along += moment(tower.masks[i]);
        std::swap(along, across);
    }
    return true;
}

// The least of the mirror images: each axis by itself, level by level from the top.
Tower canonical(const Levels& tower) {
    Tower packed = 0;
    for (int axis = 0; axis < 2; axis++) {
        Tower plain = 0, image = 0;
        for (int i = axis; i < tower.count; i += 2)
            plain |= (Tower)tower.masks[i] << (k * i), image |= (Tower)mirrored(tower.masks[i]) << (k * i);
        packed |= std::min(plain, image);
    }
    return packed;
}

uint8_t value(const Levels& tower) {
    Tower name = canonical(tower);
    if (auto found = known.find(name); found != known.end()) return found->second;
    std::bitset<256> seen;
    int reach = tower.count - 1;
    while (reach > 0 && tower.masks[reach] != full) reach--;
    for (int from = 0; from < reach; from++)
        for (int block = 1; block <= full; block <<= 1) {
            if (!(tower.masks[from] & block) || tower.masks[from] == block) continue;
            auto hand = tower;
            hand.masks[from] ^= block;
            if (!stands(hand)) continue;
            if (hand.top() == full) hand.masks[hand.count++] = 0;
            for (int slot = 1; slot <= full; slot <<= 1) {
                if (hand.top() & slot) continue;
                hand.top() |= slot;
                if (stands(hand)) seen[value(hand)] = true;
                hand.top() ^= slot;
            }
        }
    uint8_t least = 0;
    while (seen[least]) least++;
    return known[name] = least;
}

int main(int count, char** words) {
    if (count != 3) return 2;
    k = atoi(words[1]), full = (1 << k) - 1;
    Levels start;
    start.count = atoi(words[2]);
    std::fill_n(start.masks, start.count, full);
    int grundy = value(start);
    printf("%zu,%d\n", known.size(), grundy);
}
