// L8: magic division equals true division over its whole documented range, and refuses what lies
// outside.
//
// An input is numbers of eight bytes: the first is a divisor, the others are dividends. Around
// every
// dividend the nearest multiples of the divisor are tried too, where an error would show.
#include "fuzz/target.hpp"

#include <tileproof/magic_division.hpp>

#include <nlohmann/json.hpp>

#include <cstring>
#include <limits>
#include <string>

namespace tileproof::fuzz {

nlohmann::json cases_of(input_bytes) { return nlohmann::json::array(); }

template <class Index>
static void judge_dividend(const magic_divisor<Index>& divisor, Index d, Index x) {
    if (x < 0) return;
    const Index actual = divisor.quotient(x), expected = x / d;
    if (actual != expected)
        broken("L8 division: " + std::to_string(x) + " / " + std::to_string(d) + " is " +
               std::to_string(expected) + ", but the magic divisor of " +
               std::to_string(sizeof(Index) * 8) + " bits gives " + std::to_string(actual) + ".");
}

template <class Index>
static void judge(long_index_t divisor, const long_index_t* dividends, std::size_t count) {
    constexpr Index most = std::numeric_limits<Index>::max();
    magic_divisor<Index> ready;
    try {
        ready = make_magic_divisor<Index>(divisor);
    } catch (const layout_error& e) {
        if (divisor >= 1 && divisor <= most)
            broken("L8 division: the divisor " + std::to_string(divisor) +
                   " is in range and refused: " + e.what());
        return;
    }
    if (divisor < 1 || divisor > most)
        broken("L8 division: the divisor " + std::to_string(divisor) + " is out of range for " +
               std::to_string(sizeof(Index) * 8) + " bits and accepted.");
    const auto d = static_cast<Index>(divisor);
    for (const Index x : {Index{0}, Index{1}, d, static_cast<Index>(d - 1), most,
                          static_cast<Index>(most - 1), static_cast<Index>(most / d * d)})
        judge_dividend(ready, d, x);
    for (std::size_t i = 0; i < count; ++i) {
        const auto x = static_cast<Index>(dividends[i] & most);
        const Index multiple = x / d * d;
        judge_dividend(ready, d, x);
        judge_dividend(ready, d, multiple);
        if (multiple > 0) judge_dividend(ready, d, static_cast<Index>(multiple - 1));
    }
}

}  // namespace tileproof::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using tileproof::long_index_t;
    long_index_t numbers[64] = {};
    if (size > sizeof numbers) size = sizeof numbers;
    if (size > 0) std::memcpy(numbers, data, size);
    const std::size_t count = (size + 7) / 8;
    const std::size_t dividends = count > 1 ? count - 1 : 0;
    tileproof::fuzz::judge<std::int32_t>(numbers[0], numbers + 1, dividends);
    tileproof::fuzz::judge<std::int32_t>(numbers[0] & 0x7fffffff, numbers + 1, dividends);
    tileproof::fuzz::judge<std::int64_t>(numbers[0], numbers + 1, dividends);
    return 0;
}
