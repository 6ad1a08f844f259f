// SPDX-License-Identifier: MIT
#include "extras/prove/small_sizes.hpp"

#include <chrono>

namespace tileproof::prove {
namespace {

constexpr long_index_t most_indices = 1 << 16;
constexpr int most_sizes = 2000;

// The values of all names whose distances from their least ones add up to `total`.
// False once `visit` is.
bool each_split(const assumptions& given, std::size_t at, long_index_t total, values& v,
                const std::function<bool(const values&)>& visit) {
    const std::vector<std::string>& names = given.names();
    if (at == names.size()) return total != 0 || visit(v);
    for (long_index_t more = at + 1 == names.size() ? total : 0; more <= total; ++more) {
        v[names[at]] = given.least(names[at]) + more;
        if (!each_split(given, at + 1, total - more, v, visit)) return false;
    }
    return true;
}

}  // namespace

void each_small_size(const assumptions& given, double seconds,
                     const std::function<bool(const values&)>& visit) {
    const auto start = std::chrono::steady_clock::now();
    int visited = 0;
    const auto until_then = [&](const values& v) {
        const bool more = visit(v);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        return more && ++visited < most_sizes && took.count() < seconds;
    };
    const long_index_t most = given.names().empty() ? 0 : 64;
    values v;
    for (long_index_t total = 0; total <= most; ++total)
        if (!each_split(given, 0, total, v, until_then)) return;
}

values made_smaller(const assumptions& given, values v,
                    const std::function<bool(const values&)>& is_broken) {
    for (bool again = is_broken(v); again;) {
        again = false;
        for (const std::string& name : given.names()) {
            const long_index_t least = given.least(name);
            for (long_index_t less = v[name] - least; less > 0;) {
                values smaller = v;
                smaller[name] -= less;
                const bool broken = is_broken(smaller);
                if (broken) v = std::move(smaller);
                again = again || broken;
                less = broken ? v[name] - least : less / 2;
            }
        }
    }
    return v;
}

bool is_small(const named_layout& l, const values& v) {
    long_index_t indices = 1;
    for (const polynomial& n : l.lengths())
        if (__builtin_mul_overflow(indices, n.value(v), &indices)) return false;
    return indices <= most_indices;
}

}  // namespace tileproof::prove
