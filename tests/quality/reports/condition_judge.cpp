// SPDX-License-Identifier: MIT
// condition_judge KERNEL.hip: how true the conditions are that are told of a kernel's bugs.
//
//   w05_tail_of_rows    K2 on cpu            columns % 4 != 0           1000 fresh cases, 0 deny it
//
// For each test, device and law that fails in one of three seeds: the condition that is learnt around the smallest case, and how
// many of 1,000 fresh cases with other data deny it. Exit code 1 where one is denied, 2 where nothing fails.
#include "compiler/build/user_library.hpp"
#include "fuzz/diagnosis/diagnose.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "tests/fuzz/diagnosis/planted.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace tileproof::quality {
namespace {

constexpr double seconds_to_learn = 10;

struct judged {
    std::size_t failing = 0, told = 0, denied = 0;
};

void judge_conditions(const compiler::user_library& library, const std::string& source,
                      const char* device, judged& all) {
    const properties::property_list list = properties::user_properties(library, source, device);
    for (std::size_t place = 0; place < list.size(); ++place) {
        std::set<properties::law_id> seen;
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            const auto smallest = diagnosis::smallest_of(list, place, seed);
            if (!smallest || !seen.insert(smallest->why.law).second) continue;
            ++all.failing;
            diagnosis::sampling s({.properties = list,
                                   .place = place,
                                   .the_case = smallest->the_case,
                                   .shows = diagnosis::shows_failure({{smallest->why}}),
                                   .constants = diagnosis::constants_of(source)},
                                  {.seconds = seconds_to_learn});
            s.run();
            const auto& said = s.found ? s.found : s.likely;
            std::string text = !said ? "none" : said->always() ? "always" : said->text();
            if (said && s.some_data) text += "; for some data";
            fmt::print("{:30} {} on {:12} {:40}", list[place]->subject(),
                       properties::about(smallest->why.law).code, device, text);
            if (said) {
                const diagnosis::sampling::trial t = s.try_fresh(1000, 77);
                ++all.told;
                all.denied += t.wrong > 0;
                fmt::print(" {} fresh cases, {} deny it {}", t.cases, t.wrong,
                           t.wrong ? t.first_wrong.dump() : "");
            }
            fmt::print("\n");
        }
    }
}

}  // namespace
}  // namespace tileproof::quality

int main(int count, char** words) {
    using namespace tileproof::quality;
    judged all;
    try {
        for (int i = 1; i < count; ++i) {
            tileproof::compiler::user_build b;
            b.source = words[i];
            b.cache = std::filesystem::temp_directory_path() / "tileproof_condition_judge";
            const auto library = tileproof::compiler::load_user(b);
            for (const char* device : {"cpu", "cpu-checked"})
                judge_conditions(library, words[i], device, all);
        }
    } catch (const std::exception& e) {
        fmt::print(stderr, "condition_judge: {}\n", e.what());
        return 2;
    }
    return all.denied ? 1 : all.failing ? 0 : 2;
}
