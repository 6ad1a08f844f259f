// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device.
#include "tests/quality/kernels/planted_evaluations.hpp"

#include "kernels/layout/layout.hpp"

#include <map>
#include <stdexcept>
#include <string>

namespace tileproof::planted::TILEPROOF_DEVICE {
namespace {

using namespace kernels::TILEPROOF_DEVICE;
using kernels::evaluation;
using kernels::evaluation_job;
using kernels::evaluation_kernel;

struct offset_in_32_bits : layout_view {
    using layout_view::layout_view;
    template <class Index>
    __device__ bool offset(const Index& index, long_index_t& out) const {
        if (!layout_view::offset(index, out)) return false;
        out = static_cast<index_t>(out);
        return true;
    }
};

// A coordinate that was valid stays valid.
struct move_into_pads : layout_view {
    using layout_view::layout_view;
    template <class Step>
    __device__ bool move(const Step& by, long_index_t* hidden, long_index_t* step) const {
        layout_view::move(by, hidden, step);
        return true;
    }
};

struct holder_in_another_replica : tile_view {
    using tile_view::tile_view;
    __device__ long_index_t holder_of(long_index_t element, long_index_t) const {
        return tile_view::holder_of(element, 0);
    }
};

// The first result of every job but the first is taken for one of the job before.
struct first_result_of_a_job : evaluator<evaluation::layout_offsets> {
    __device__ static long_index_t find_job(const evaluation_job* jobs, long_index_t count,
                                            long_index_t k) {
        long_index_t found = 0;
        while (found + 1 < count && jobs[found + 1].results_at < k) ++found;
        return found;
    }
};

template <class LayoutView, class TileView = tile_view>
std::vector<evaluation_kernel> all_of() {
    using enum evaluation;
    return {make_evaluation<evaluator<layout_offsets, LayoutView, TileView>>("offsets", "planted",
                                                                             layout_offsets),
            make_evaluation<evaluator<layout_moves, LayoutView, TileView>>("moves", "planted",
                                                                           layout_moves),
            make_evaluation<evaluator<tile_elements, LayoutView, TileView>>("elements", "planted",
                                                                            tile_elements),
            make_evaluation<evaluator<tile_holders, LayoutView, TileView>>("holders", "planted",
                                                                           tile_holders)};
}

std::vector<evaluation_kernel> with_wrong_search() {
    std::vector<evaluation_kernel> all = all_of<layout_view>();
    all.front() =
        make_evaluation<first_result_of_a_job>("offsets", "planted", evaluation::layout_offsets);
    return all;
}

}  // namespace

const std::vector<evaluation_kernel>& evaluations(std::string_view bug) {
    static const std::map<std::string_view, std::vector<evaluation_kernel>> all{
        {"right", all_of<layout_view>()},
        {"offset_in_32_bits", all_of<offset_in_32_bits>()},
        {"move_into_pads", all_of<move_into_pads>()},
        {"first_result_of_a_job", with_wrong_search()},
        {"holder_in_another_replica", all_of<layout_view, holder_in_another_replica>()},
    };
    const auto found = all.find(bug);
    if (found == all.end())
        throw std::runtime_error("There is no planted bug " + std::string(bug) + ".");
    return found->second;
}

}  // namespace tileproof::planted::TILEPROOF_DEVICE
