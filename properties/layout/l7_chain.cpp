#include "properties/layout/layout_laws.hpp"
#include "properties/layout/message.hpp"

#include <numeric>

namespace tileproof::properties {
namespace {

// Hidden ids of the visible dims of the base and after each stage: 0 is the offset (and 1 what is left of
// it behind a base offset), then come the dims of the base, then those of each stage as they are listed.
std::vector<std::vector<std::size_t>> visible_ids(const layout_description& layout) {
    std::size_t next = layout.base.offset ? 2 : 1;
    std::vector<std::vector<std::size_t>> levels(1);
    levels[0].resize(layout.base.lengths.size());
    std::iota(levels[0].begin(), levels[0].end(), next);
    next += levels[0].size();
    for (const stage_description& stage : layout.stages) {
        std::size_t count = 0;
        for (const item_description& item : stage.items) count += item.upper.size();
        auto& visible = levels.emplace_back(count);
        for (const item_description& item : stage.items)
            for (const int place : item.upper) visible[static_cast<std::size_t>(place)] = next++;
    }
    return levels;
}

}  // namespace

verdict check_chain(const layout_subject& subject, const observed_layout& seen) {
    const layout_description& whole = seen.description();
    if (whole.stages.empty()) return discarded("The layout has no stage to cut it at.");
    if (seen.count() == 0) return discarded("The layout has no index.");
    if (seen.evaluator().hidden_index(seen.index(0)).empty())
        return discarded("The subject has no hidden index.");
    const auto levels = visible_ids(whole);
    const std::size_t every = seen.count() / 64 + 1;
    for (std::size_t cut = 0; cut < whole.stages.size(); ++cut) {
        layout_description lower = whole;
        lower.stages.resize(cut);
        const auto below = subject.make(lower);
        for (std::size_t i = 0; i < seen.count(); i += every) {
            if (seen.offsets()[i] == no_offset) continue;
            const layout_index index = seen.index(i);
            const layout_index hidden = seen.evaluator().hidden_index(index);
            layout_index between;
            for (const std::size_t id : levels[cut])
                between.push_back(id < hidden.size() ? hidden[id] : 0);
            const auto fail = [&](const std::string& what) {
                return failed(sentence(law_id::L7, whole,
                                       "index " + print_index(index) + " has " +
                                           say_offset(seen.offsets()[i]) + " and shows index " +
                                           print_index(between) + " of the layout after stage " +
                                           std::to_string(cut) + ", where " + what));
            };
            for (std::size_t d = 0; d < between.size(); ++d)
                if (between[d] < 0 || between[d] >= below->lengths()[d])
                    return fail("the lengths are " + print_index(below->lengths()));
            const long_index_t alone = below->offset(between).value_or(no_offset);
            if (alone != seen.offsets()[i]) return fail("there is " + say_offset(alone));
        }
    }
    return held();
}

}  // namespace tileproof::properties
