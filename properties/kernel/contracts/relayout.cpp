// Each element of one layout arrives at its place in another; both as text with named lengths. The reference
// evaluates them: an index that the first layout pads arrives as zero bits, one that the second pads is dropped.
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/kernel/contracts/movement.hpp"
#include "properties/kernel/data_kinds.hpp"
#include "properties/kernel/layout_template.hpp"

#include <tileproof/layout_error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tileproof::properties {
namespace {

using dims_list = std::vector<long_index_t>;

// Of both operands; the last dims that were asked about are kept, because a case asks many times.
class shown_layouts {
  public:
    shown_layouts(layout_template from, layout_template to)
        : layouts_{std::move(from), std::move(to)} {}
    const layout_template& operator[](std::size_t operand) const { return layouts_[operand]; }

    // Nothing where the dims make no layouts.
    const reference::shown_elements& at(const dims_list& dims, std::size_t operand) const {
        thread_local const shown_layouts* whose = nullptr;
        thread_local dims_list last;
        thread_local reference::shown_elements shown[2];
        if (whose == this && last == dims) return shown[operand];
        for (std::size_t o = 0; o < 2; ++o) shown[o] = shown_or_none(o, dims);
        whose = this;
        last = dims;
        return shown[operand];
    }

  private:
    reference::shown_elements shown_or_none(std::size_t o, const dims_list& dims) const try {
        return layouts_[o].shown(dims);
    } catch (const layout_error&) {
        return {{0}, {}};
    } catch (const reference::too_large&) {
        return {{0}, {}};
    }
    layout_template layouts_[2];
};

// What is wrong with two layouts for these dims; empty: nothing.
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

void relaid(packed_call& p) {
    copied(p);
    const auto from = p.contract.locations(p.the_case, 0);
    const std::size_t width = from.empty() ? 0 : p.outputs[1].size() / from.size();
    for (std::size_t e = 0; e < from.size(); ++e)
        if (from[e] < 0) std::fill_n(&p.outputs[1][e * width], width, std::byte{0});
}

}  // namespace

kernel_contract relayout_contract(const std::string& from, const std::string& to,
                                  std::vector<std::string> dims) {
    const layout_template first(from, std::move(dims));
    const layout_template second(to, first.dims());
    const auto layouts =
        std::make_shared<const shown_layouts>(layout_template(from, second.dims()), second);
    kernel_contract c;
    c.name = "relayout";
    c.type_key = "type";
    c.types = same_types(2);
    dims_list sample;
    for (std::size_t d = 0; d < second.dims().size(); ++d) {
        const long_index_t step =
            std::lcm((*layouts)[0].multiple_of(d), (*layouts)[1].multiple_of(d));
        c.dims.push_back({.name = second.dims()[d], .multiple = step});
        sample.push_back((static_cast<long_index_t>(d) + 2) * step);  // no two alike
    }
    if (const std::string why = why_no_relayout(*layouts, sample); !why.empty())
        throw std::invalid_argument(why);
    c.operands = {{.name = "the input", .offset = "input_offset"},
                  {.name = "the output", .use = operand_use::written, .offset = "output_offset"}};
    c.data = moved_data();
    c.reference = relaid;
    c.shapes = [layouts](const kernel_case& k, std::size_t o) {
        return layouts->at(k.dims, o).lengths;
    };
    c.locations = [layouts](const kernel_case& k, std::size_t o) {
        return layouts->at(k.dims, o).places;
    };
    return compiled(std::move(c));
}

contract_kernel under(const kernels::relayout_kernel& k) {
    return {.start = [start = k.start](const kernel_case& c, std::span<void* const> at) {
        start(c.dims, bytes_of_same_type(c.type), at[0], at[1], nullptr);
    }};
}

}  // namespace tileproof::properties
