// SPDX-License-Identifier: MIT
// L8: magic division equals true division over its whole documented range, and refuses what lies
// outside.
//
// An input is numbers of eight bytes: the first is a divisor, the others are dividends. Around every
// dividend the nearest multiple of the divisor is tried too, where an error would show.
#include "fuzz/libfuzzer/target.hpp"
#include "properties/division/division.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

namespace tileproof::fuzz {
namespace {

using namespace properties;

std::vector<long_index_t> numbers_in(input_bytes input) {
    std::vector<long_index_t> numbers((std::min<std::size_t>(input.size(), 512) + 7) / 8);
    if (numbers.empty()) return {0};
    std::memcpy(numbers.data(), input.data(), std::min(input.size(), numbers.size() * 8));
    return numbers;
}

// The divisions that an input stands for. A dividend is cut to the bits that a range has.
std::vector<division_case> divisions(input_bytes input) {
    const std::vector<long_index_t> numbers = numbers_in(input);
    std::vector<division_case> all;
    for (const int bits : {32, 64}) {
        const long_index_t most = bits == 32 ? std::numeric_limits<std::int32_t>::max()
                                             : std::numeric_limits<std::int64_t>::max();
        // The number as it is, which may have to be refused, and as one of the range.
        for (const long_index_t divisor : std::set{numbers[0], numbers[0] & most}) {
            for (const long_index_t dividend : {long_index_t{0}, long_index_t{1}, most})
                all.push_back({bits, divisor, dividend});
            for (std::size_t i = 1; i < numbers.size(); ++i) {
                const long_index_t dividend = numbers[i] & most;
                all.push_back({bits, divisor, dividend});
                if (divisor < 1) continue;
                const long_index_t multiple = dividend / divisor * divisor;
                all.push_back({bits, divisor, multiple});
                if (multiple > 0) all.push_back({bits, divisor, multiple - 1});
            }
        }
    }
    return all;
}

}  // namespace

// Those that fail, up to four.
nlohmann::json cases_of(input_bytes input) {
    nlohmann::json failing = nlohmann::json::array();
    for (const division_case& c : divisions(input))
        if (check_division(magic_division(), c).failed() && failing.size() < 4)
            failing.push_back(
                {{"property", std::string(magic_division().name()) + "/L8"},
                 {"case", {{"bits", c.bits}, {"divisor", c.divisor}, {"dividend", c.dividend}}}});
    return failing;
}

void judge_input(input_bytes input) {
    for (const division_case& c : divisions(input)) require(check_division(magic_division(), c));
    const long_index_t divisor = numbers_in(input)[0];
    require(check_divisor(magic_division(), 32, divisor));
    require(check_divisor(magic_division(), 64, divisor));
}

}  // namespace tileproof::fuzz
