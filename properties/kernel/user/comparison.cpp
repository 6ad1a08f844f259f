// SPDX-License-Identifier: MIT
#include "properties/kernel/user/comparison.hpp"

#include "devices/device.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/data_kinds.hpp"
#include "properties/kernel/user/launched_alone.hpp"
#include "properties/kernel/user/user_contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace tileproof::properties {
namespace {

using compiler::user_library;
using nlohmann::json;

// One dim long, the others short; none of them: medium.
kernel_case case_of_size(const kernel_contract& contract, const kernel_range& range, long medium,
                         std::optional<std::size_t> one = {}) {
    constexpr long longest = 4096, shortest = 8;
    constexpr double most_work = 1 << 18;
    kernel_case c = plain_case(contract, std::vector<long_index_t>(contract.dims.size()));
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        c.dims[d] = supported(range, d,
                              !one        ? medium
                              : d == *one ? longest
                                          : std::max<long_index_t>(shortest, range.multiple(d)));
    for (int tries = 0; tries < 32 && work_of(contract, c) > most_work; ++tries)
        for (std::size_t d = 0; d < c.dims.size(); ++d)
            c.dims[d] =
                supported(range, d, std::max<long_index_t>(c.dims[d] / 2, range.multiple(d)));
    pack(contract, c);
    fit(contract, range, c);
    return c;
}

long medium_length(const sdk::test_data& t) {
    return t.dims.size() == 1 ? 16384 : t.contract == "product" ? 64 : 128;
}

struct errors {
    double largest = 0;
    long not_finite = 0;  // where the run in double is finite
    void add(double value, double right, double scale) {
        if (!std::isfinite(value))
            ++not_finite;
        else
            largest = std::max(largest, std::abs(value - right) / scale);
    }
};

// Of one case. What is right is the old kernel's run in double: the new one's is at most `apart` from it.
struct case_errors {
    errors of_new, of_old;
    double apart = 0,
           rounding = 0;  // rounding: half a unit of the last place of the least exact type
    bool has_floats = false;
};

void add_output(const element_type& type, bool elementwise, const std::array<const bytes*, 4>& runs,
                case_errors& all) {
    const std::size_t width = static_cast<std::size_t>(type.bytes),
                      elements = runs[0]->size() / width;
    for (std::size_t k = 0; k < numbers_in(type); ++k) {
        const element_type& number = type.is_struct() ? *type.members()[k].type : type;
        const std::size_t offset =
            type.is_struct() ? static_cast<std::size_t>(type.members()[k].offset) : 0;
        if (!number.is_float()) continue;
        all.has_floats = true;
        all.rounding = std::max(all.rounding, std::ldexp(1.0, -number.mantissa_bits - 1));
        const auto value = [&](int run, std::size_t e) {
            return value_of(number, &(*runs[static_cast<std::size_t>(run)])[e * width + offset]);
        };
        double greatest = 0;
        for (std::size_t e = 0; e < elements; ++e)
            if (std::isfinite(value(3, e))) greatest = std::max(greatest, std::abs(value(3, e)));
        for (std::size_t e = 0; e < elements; ++e) {
            const double right = value(3, e), other = value(2, e);
            const double scale = elementwise ? std::abs(right) : greatest;
            if (!std::isfinite(right) || !std::isfinite(other) || scale < least_normal_of(number))
                continue;
            all.of_new.add(value(0, e), right, scale);
            all.of_old.add(value(1, e), right, scale);
            all.apart = std::max(all.apart, std::abs(other - right) / scale);
        }
    }
}

std::string sentence_of(const std::string& subject, const std::string& old, const case_errors& all,
                        int cases, int told, const std::string& where) {
    if (told * 2 < cases)
        return fmt::format(
            "Which of {} and {} is more exact is not known: runs of both in float64 are as far "
            "apart "
            "as their errors, in {} of {} cases.",
            subject, old, cases - told, cases);
    const auto lost = [](const errors& e) {
        return e.not_finite ? fmt::format(", and {} times no finite number where float64 has one",
                                          e.not_finite)
                            : std::string();
    };
    const double a = all.of_new.largest, b = all.of_old.largest;
    // Errors of rounding differ by chance.
    constexpr double clearly = 2;
    const double least = 2 * all.rounding;
    const double times = std::max(a, b) / std::max({std::min(a, b), all.rounding, 1e-300});
    std::string what = "as exact as";
    if (times >= clearly && std::max(a, b) > least)
        what = fmt::format("{:.{}f} times {} exact than", times, times < 10 ? 1 : 0,
                           a > b ? "less" : "more");
    else if (all.of_new.not_finite != all.of_old.not_finite)
        what =
            all.of_new.not_finite > all.of_old.not_finite ? "less exact than" : "more exact than";
    return fmt::format("{} is {} {}: largest error {:.2g}{}, the old kernel's {:.2g}{}{}.", subject,
                       what, old, a, lost(all.of_new), b, lost(all.of_old), where);
}

std::string dims_of(const sdk::test_data& t, const kernel_case& c) {
    std::string dims;
    for (std::size_t d = 0; d < t.dims.size(); ++d)
        dims += fmt::format("{}{} = {}", d == 0 ? ", for " : ", ", t.dims[d], c.dims[d]);
    return dims;
}

}  // namespace

std::string numerics_of(const user_library& lib, std::size_t test) {
    constexpr int random_cases = 40, of_each_dim = 4;
    constexpr std::chrono::seconds longest(5);
    if (!lib.old || !lib.not_compared[test].empty() ||
        !lib.digests.contains(compiler::cpu_in_double))
        return "null";
    const sdk::test_data& t = lib.tests[test];
    const std::size_t of = lib.old_tests[test];
    const launched_alone runs[] = {{lib, test, "cpu"},
                                   {*lib.old, of, "cpu"},
                                   {lib, test, compiler::cpu_in_double},
                                   {*lib.old, of, compiler::cpu_in_double}};
    const kernel_contract& contract = runs[0].contract();
    if (!contract.any_nan) return "null";  // it moves numbers
    kernel_range range = range_of(contract, user_range(t));
    range.strided = range.shifted = false;
    std::vector<kernel_case> cases;
    draw from(1);
    for (std::size_t d = 0; d < t.dims.size(); ++d)
        for (int i = 0; i < of_each_dim; ++i) cases.push_back(case_of_size(contract, range, 0, d));
    for (int i = 0; i < of_each_dim; ++i)
        cases.push_back(case_of_size(contract, range, medium_length(t)));
    // Numbers with all their digits, whose sums must be rounded; random cases have data of every kind.
    const auto digits = std::ranges::find(contract.data.kinds, name_of(number_class::full_digits));
    for (kernel_case& c : cases) {
        if (digits != contract.data.kinds.end())
            c.data = static_cast<int>(digits - contract.data.kinds.begin());
        c.data_seed = static_cast<std::uint32_t>(from.bits());
    }
    for (int i = 0; i < random_cases; ++i)
        cases.push_back(random_case(from, contract, range, i % 101));
    case_errors all;
    int judged = 0, told = 0;
    json worst;
    std::string where;
    const auto begin = std::chrono::steady_clock::now();
    for (kernel_case& c : cases) {
        if (std::chrono::steady_clock::now() - begin > longest) break;
        pack(contract, c);
        for (auto& o : c.operands) o.offset = 0;
        if (!why_senseless(contract, c).empty() || !why_outside(contract, range, c).empty())
            continue;
        const packed_call given = contents_of(contract, c);
        std::array<std::vector<bytes>, 4> outputs;
        for (std::size_t r = 0; r < outputs.size(); ++r) outputs[r] = runs[r].outputs_of(given);
        case_errors here;
        for (std::size_t o = 0; o < outputs[0].size(); ++o)
            if (!outputs[0][o].empty())
                add_output(*contract.types[0].each[o], t.contract == "elementwise",
                           {&outputs[0][o], &outputs[1][o], &outputs[2][o], &outputs[3][o]}, here);
        if (!here.has_floats) continue;
        all.rounding = here.rounding;
        const double larger = std::max(here.of_new.largest, here.of_old.largest);
        ++judged;
        if (here.apart > std::max(larger / 4, 4 * here.rounding)) continue;
        ++told;
        const double most = std::max(all.of_new.largest, all.of_old.largest);
        if (worst.is_null() || larger > most) {
            worst = to_json(contract, c);
            where = dims_of(t, c);
        }
        for (const auto side : {&case_errors::of_new, &case_errors::of_old}) {
            (all.*side).largest = std::max((all.*side).largest, (here.*side).largest);
            (all.*side).not_finite += (here.*side).not_finite;
        }
        all.apart = std::max(all.apart, here.apart);
    }
    if (judged == 0) return "null";
    const auto of_side = [](const errors& e) {
        return json{{"error", e.largest}, {"not_finite", e.not_finite}};
    };
    return json{{"subject", t.name},
                {"old_kernel", t.old_kernel},
                {"cases", judged},
                {"told_in", told},
                {"new", of_side(all.of_new)},
                {"old", of_side(all.of_old)},
                {"apart", all.apart},
                {"case", worst},
                {"sentence", sentence_of(t.name, t.old_kernel, all, judged, told, where)}}
        .dump();
}

std::string efficiency_of(const user_library& lib, std::size_t test) {
    const sdk::test_data& t = lib.tests[test];
    const launched_alone run(lib, test, "cpu-checked");
    const kernel_contract& contract = run.contract();
    devices::device& device = devices::find_device("cpu-checked");
    const packed_call given = contents_of(
        contract, case_of_size(contract, range_of(contract, user_range(t)), medium_length(t)));
    device.start_efficiency_report();
    try {
        (void)run.outputs_of(given);
    } catch (const kernels::device_error&) {  // a finding of the check
    }
    json all = json::array();
    for (const devices::efficiency_line& l : device.take_efficiency_report())
        all.push_back({{"kernel", l.kernel},
                       {"file", l.file},
                       {"line", l.line},
                       {"memory", l.shared ? "shared" : "device"},
                       {"access", l.write ? "write" : "read"},
                       {"requests", l.requests},
                       {"lanes", l.per_request(l.lanes)},
                       {"steps", l.per_request(l.steps)},
                       {"fewest", l.per_request(l.fewest)}});
    return all.dump();
}

}  // namespace tileproof::properties
