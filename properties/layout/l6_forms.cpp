#include "properties/layout/layout_laws.hpp"
#include "properties/layout/message.hpp"

namespace tileproof::properties {

verdict check_forms(const layout_evaluator& other, const observed_layout& seen) {
    const auto fail = [&](const std::string& what) {
        return failed(sentence(law_id::L6, seen.description(), what));
    };
    const layout_index lengths = other.lengths();
    if (lengths != seen.lengths())
        return fail("one form has lengths " + print_index(seen.lengths()) + ", the other " +
                    print_index(lengths));
    if (other.element_space_size() != seen.element_space_size())
        return fail("one form has element space size " + std::to_string(seen.element_space_size()) +
                    ", the other " + std::to_string(other.element_space_size()));
    for (std::size_t i = 0; i < seen.count(); ++i) {
        const layout_index index = seen.index(i);
        const long_index_t found = other.offset(index).value_or(no_offset);
        if (found != seen.offsets()[i])
            return fail("at index " + print_index(index) + " one form has " +
                        say_offset(seen.offsets()[i]) + ", the other " + say_offset(found));
        if (found == no_offset) continue;
        const layout_index one = seen.evaluator().hidden_index(index);
        const layout_index two = other.hidden_index(index);
        if (one != two && !one.empty() && !two.empty())
            return fail("at index " + print_index(index) + " one form has hidden index " +
                        print_index(one) + ", the other " + print_index(two));
    }
    return held();
}

}  // namespace tileproof::properties
