// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/report.hpp"

namespace tileproof::cpu_checked {
namespace {

std::string all_texts(const std::vector<check_report>& reports) {
    std::string out;
    for (const check_report& r : reports) (out += out.empty() ? "" : "\n") += text(r);
    return out;
}

}  // namespace

std::string_view name(check_kind kind) {
    switch (kind) {
        case check_kind::out_of_bounds:
            return "out of bounds";
        case check_kind::use_after_free:
            return "use after free";
        case check_kind::invalid_free:
            return "invalid free";
        case check_kind::index_outside:
            return "index outside its array";
        case check_kind::misaligned:
            return "misaligned access";
        case check_kind::constant_written:
            return "constant written";
        case check_kind::race:
            return "race";
        case check_kind::same_value_race:
            return "same value written twice";
        case check_kind::stream_race:
            return "race between streams";
        case check_kind::host_race:
            return "race with the host";
        case check_kind::host_access:
            return "device memory used by the host";
        case check_kind::unfenced_read:
            return "unfenced read";
        case check_kind::older_value:
            return "older value read";
        case check_kind::uninitialised:
            return "uninitialised read";
        case check_kind::uninitialised_variable:
            return "uninitialised variable";
        case check_kind::divergent_barrier:
            return "divergent barrier";
        case check_kind::divergent_wave:
            return "divergent wave operation";
        case check_kind::wave_waits_for_itself:
            return "wave waits for itself";
        case check_kind::hang:
            return "hang";
        case check_kind::too_much_shared_memory:
            return "too much shared memory";
        case check_kind::division_by_zero:
            return "division by zero";
        case check_kind::null_call:
            return "call of a null pointer";
        case check_kind::assertion:
            return "assertion";
    }
    return "unknown check";
}

std::string text(const check_report& r) {
    std::string out;
    if (r.access.at.line) out = r.access.at.file + ":" + std::to_string(r.access.at.line) + ": ";
    (out += name(r.kind)) += ": " + sentence(r);
    if (r.count > 1) out += " (" + std::to_string(r.count) + " times in this launch.)";
    return out;
}

check_error::check_error(std::vector<check_report> found)
    : device_error(all_texts(found)), reports(std::move(found)) {}

}  // namespace tileproof::cpu_checked
