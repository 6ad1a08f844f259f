// SPDX-License-Identifier: MIT
#include "properties/failure.hpp"

#include <array>
#include <utility>

namespace tileproof::properties {
namespace {

constexpr auto table = [] {
    using enum failure_kind;
    return std::to_array<std::pair<failure_kind, std::string_view>>({
        {unknown, "unknown"},
        {wrong_value, "wrong value"},
        {missing_element, "missing element"},
        {unexpected_element, "unexpected element"},
        {repeated, "repeated"},
        {false_claim, "false claim"},
        {disagreement, "disagreement"},
        {unwritten, "unwritten"},
        {overwritten, "overwritten"},
        {not_repeatable, "not repeatable"},
        {depends_on_surroundings, "depends on surroundings"},
        {not_accepted, "not accepted"},
        {related_differs, "related call differs"},
#define FAULT(kind, name, ...) {kind, name},
#include "devices/faults.def"
#undef FAULT
        {crash, "crash"},
        {process_exit, "process exit"},
        {device_error, "device error"},
        {not_launched, "not launched"},
        {threw, "exception"},
        {refused_valid, "valid but refused"},
        {accepted_malformed, "malformed but accepted"},
        {wrong_exception, "wrong exception"},
        {no_sentence, "no sentence"},
        {not_read_back, "not read back"},
    });
}();

constexpr auto kinds = [] {
    std::array<failure_kind, table.size()> all{};
    for (std::size_t i = 0; i < table.size(); ++i) all[i] = table[i].first;
    return all;
}();

constexpr bool table_is_in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (static_cast<std::size_t>(table[i].first) != i) return false;
    return true;
}
static_assert(table_is_in_order(), "name() finds a kind by its number");

}  // namespace

std::string_view name(failure_kind kind) { return table[static_cast<std::size_t>(kind)].second; }

std::span<const failure_kind> failure_kinds() { return kinds; }

std::string_view plain_heading(failure_kind kind) {
    const char* heading = nullptr;
    switch (kind) {
#define FAULT(fault, name, law, text) \
    case failure_kind::fault:         \
        heading = text;               \
        break;
#include "devices/faults.def"
#undef FAULT
        default:
            break;
    }
    return heading ? heading : "";
}

}  // namespace tileproof::properties
