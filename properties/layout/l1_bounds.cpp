#include "properties/layout/layout_laws.hpp"
#include "properties/layout/message.hpp"

namespace tileproof::properties {
namespace {

verdict fail(const observed_layout& seen, const std::string& what) {
    return failed(sentence(law_id::L1, seen.description(), what));
}

}  // namespace

verdict check_bounds(const observed_layout& seen) {
    const long_index_t space = seen.element_space_size();
    if (space < 0)
        return fail(seen, "the element space size is " + std::to_string(space) +
                              ", and no size is negative");
    const std::vector<long_index_t>& offsets = seen.offsets();
    for (std::size_t i = 0; i < offsets.size(); ++i)
        if (offsets[i] != no_offset && (offsets[i] < 0 || offsets[i] >= space))
            return fail(seen, "index " + print_index(seen.index(i)) + " has " +
                                  say_offset(offsets[i]) + ", outside the element space of size " +
                                  std::to_string(space));
    layout_index index;
    for (const std::size_t i : seen.samples()) {
        seen.index(i, index);
        const long_index_t alone = seen.evaluator().offset(index).value_or(no_offset);
        if (alone != offsets[i])
            return fail(seen, "index " + print_index(index) + " has " + say_offset(alone) +
                                  " when asked for alone, but " + say_offset(offsets[i]) +
                                  " in the listing of all");
        if (alone == no_offset) continue;
        const layout_index hidden = seen.evaluator().hidden_index(index);
        if (!hidden.empty() && hidden.front() != alone)
            return fail(seen, "index " + print_index(index) + " has " + say_offset(alone) +
                                  ", but its hidden index begins with " +
                                  std::to_string(hidden.front()));
    }
    return held();
}

verdict check_layout(const layout_subject& subject, const layout_description& description,
                     layout_law law) {
    return law(observed_layout(subject, description));
}

}  // namespace tileproof::properties
