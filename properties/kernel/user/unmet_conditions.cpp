// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/device.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/user/launched_alone.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <sstream>

namespace tileproof::properties {

std::string unmet_conditions(const compiler::user_library& lib) {
    constexpr int few_cases = 60;
    if (!lib.compilers.contains("cpu-checked")) return {};
    for (std::size_t test = 0; test < lib.tests.size(); ++test) {
        (void)lib.launch("cpu-checked", lib.waves[test].front(), test);
        const launched_alone run(lib, test, "cpu-checked");
        const kernel_contract& contract = run.contract();
        const kernel_range range = range_of(contract, user_range(lib.tests[test]));
        draw from(1);
        for (int i = 0; i < few_cases && !cpu_checked::numbers_of_unmet_conditions().empty(); ++i)
            try {
                const kernel_case c = random_case(from, contract, range, i % 101);
                if (!c.huge && why_senseless(contract, c).empty() &&
                    why_outside(contract, range, c).empty())
                    (void)run.outputs_of(contents_of(contract, c));
            } catch (const kernels::device_error&) {  // the campaign will find it
            }
    }
    const std::vector<long> all = cpu_checked::numbers_of_unmet_conditions();
    return fmt::format("{}", fmt::join(std::set<long>(all.begin(), all.end()), " "));
}

void add_unmet_conditions(compiler::user_library& lib, const std::string& text) {
    std::istringstream words(text);
    for (long n = 0; words >> n;) lib.numbers.push_back(n);
}

}  // namespace tileproof::properties
