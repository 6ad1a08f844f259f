// SPDX-License-Identifier: MIT
#include "properties/failure_kind.hpp"

#include <array>
#include <utility>

namespace tileproof::properties {
namespace {

constexpr auto table = [] {
    using enum failure_kind;
    return std::array<std::pair<failure_kind, std::string_view>, 44>{{
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
        {out_of_bounds, "out of bounds"},
        {use_after_free, "use after free"},
        {invalid_free, "invalid free"},
        {index_outside, "index outside its array"},
        {misaligned, "misaligned access"},
        {constant_written, "constant written"},
        {uninitialised, "uninitialised read"},
        {uninitialised_variable, "uninitialised variable"},
        {race, "race"},
        {same_value_race, "same value written twice"},
        {stream_race, "race between streams"},
        {host_race, "race with the host"},
        {host_access, "device memory used by the host"},
        {unfenced_read, "unfenced read"},
        {divergent_barrier, "divergent barrier"},
        {divergent_wave, "divergent wave operation"},
        {wave_waits_for_itself, "wave waits for itself"},
        {too_much_shared_memory, "too much shared memory"},
        {division_by_zero, "division by zero"},
        {null_call, "call of a null pointer"},
        {assertion, "assertion"},
        {hang, "hang"},
        {crash, "crash"},
        {process_exit, "process exit"},
        {device_error, "device error"},
        {threw, "exception"},
        {refused_valid, "valid but refused"},
        {accepted_malformed, "malformed but accepted"},
        {wrong_exception, "wrong exception"},
        {no_sentence, "no sentence"},
        {not_read_back, "not read back"},
    }};
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

}  // namespace tileproof::properties
