#include "properties/kernel/checked_findings.hpp"

#include <algorithm>

namespace tileproof::properties {
namespace {

using cpu_checked::check_kind;
using cpu_checked::check_report;

law_id law_of(const check_report& r) {
    switch (r.kind) {
        case check_kind::out_of_bounds:
        case check_kind::use_after_free:
        case check_kind::index_outside:
        case check_kind::misaligned:
        case check_kind::constant_written:
            return r.access.write ? law_id::K3 : law_id::K4;
        case check_kind::uninitialised:
            return cpu_checked::of_block(r.memory.kind) ? law_id::K6 : law_id::K4;
        case check_kind::uninitialised_variable:
            return law_id::K4;
        case check_kind::race:
        case check_kind::same_value_race:
        case check_kind::divergent_barrier:
        case check_kind::divergent_wave:
        case check_kind::wave_waits_for_itself:
            return law_id::K6;
        case check_kind::hang:
        case check_kind::too_much_shared_memory:
        case check_kind::division_by_zero:
        case check_kind::null_call:
        case check_kind::assertion:
            return law_id::K9;
    }
    return law_id::K9;
}

}  // namespace

std::vector<law_result> laws_of(const std::vector<check_report>& reports) {
    std::vector<law_result> all;
    for (const check_report& r : reports) {
        const law_id law = law_of(r);
        if (std::none_of(all.begin(), all.end(), [&](const law_result& a) { return a.law == law; }))
            all.push_back({law, text(r)});
    }
    return all;
}

bool stopped(const std::vector<check_report>& reports) {
    return std::any_of(reports.begin(), reports.end(),
                       [](const check_report& r) { return r.stopped; });
}

}  // namespace tileproof::properties
