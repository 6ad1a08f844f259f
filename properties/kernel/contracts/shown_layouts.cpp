// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/shown_layouts.hpp"

#include <tileproof/layout_error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>

namespace tileproof::properties {
namespace {

reference::shown_elements shown_or_none(const layout_template& layout, const dims_list& dims) try {
    return layout.shown(dims);
} catch (const layout_error&) {
    return {{0}, {}};
} catch (const reference::too_large&) {
    return {{0}, {}};
}

std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

shown_layouts::shown_layouts(layout_template from, layout_template to)
    : layouts_{std::move(from), std::move(to)}, number_(next_number()) {}

const reference::shown_elements& shown_layouts::at(const dims_list& dims,
                                                   std::size_t operand) const {
    thread_local std::uint64_t whose = 0;
    thread_local dims_list last;
    thread_local reference::shown_elements shown[2];
    if (whose == number_ && last == dims) return shown[operand];
    for (std::size_t o = 0; o < 2; ++o) shown[o] = shown_or_none(layouts_[o], dims);
    whose = number_;
    last = dims;
    return shown[operand];
}

std::string why_no_relayout(const shown_layouts& layouts, const dims_list& dims) try {
    const auto from = layouts[0].shown(dims), to = layouts[1].shown(dims);
    if (from.lengths != to.lengths)
        return fmt::format(
            "The layouts show ({}) and ({}) elements; both must show the same indices.",
            fmt::join(from.lengths, ","), fmt::join(to.lengths, ","));
    std::vector<reference::index> places;
    std::copy_if(to.places.begin(), to.places.end(), std::back_inserter(places),
                 [](reference::index p) { return p != reference::no_element; });
    std::sort(places.begin(), places.end());
    if (std::adjacent_find(places.begin(), places.end()) != places.end())
        return "Two indices of the second layout share a place, so that one of two elements is "
               "lost.";
    return {};
} catch (const layout_error& e) {
    return e.what();
}

}  // namespace tileproof::properties
