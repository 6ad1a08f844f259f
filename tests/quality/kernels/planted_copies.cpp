// SPDX-License-Identifier: MIT
// HIP source, compiled for the cpu device.
#include "tests/quality/kernels/planted_copies.hpp"

#include "kernels/copy/copy.hpp"

namespace tileproof::planted {
namespace {

using namespace kernels;
using namespace kernels::TILEPROOF_DEVICE;

// Rows below the last one are taken for rows of the matrix.
struct no_pad_of_rows : tile_copy_policy {
    template <class Problem, class T>
    static constexpr TILEPROOF_HOST_DEVICE auto make_dram_view(T* p, index_t,
                                                               typename Problem::index columns,
                                                               typename Problem::index leading) {
        constexpr index_t rows = Problem::shape::block_m;  // of a whole tile, always
        return tile_copy_policy::make_dram_view<Problem>(p, rows, columns, leading);
    }
};

// Input and output are seen through the same wrong map.
struct width_for_leading : tile_copy_policy {
    template <class Problem, class T>
    static constexpr TILEPROOF_HOST_DEVICE auto make_dram_view(T* p, index_t rows,
                                                               typename Problem::index columns,
                                                               typename Problem::index) {
        return tile_copy_policy::make_dram_view<Problem>(p, rows, columns, columns);
    }
};

template <class Policy, class T>
void run_of(const copy_problem& p, const void* in, void* out, void* stream) {
    using problem = tile_copy_problem<T, narrow_copy_shape, 1, long_index_t>;
    launch_copy<tile_copy_kernel<problem, copy_way::registers, Policy>, T>(p, in, out, stream);
}

template <class Policy>
void run(const copy_problem& p, const void* in, void* out, void* stream) {
    switch (p.element_bytes) {
        case 1:
            return run_of<Policy, std::uint8_t>(p, in, out, stream);
        case 2:
            return run_of<Policy, std::uint16_t>(p, in, out, stream);
        case 4:
            return run_of<Policy, std::uint32_t>(p, in, out, stream);
        default:
            return run_of<Policy, std::uint64_t>(p, in, out, stream);
    }
}

}  // namespace

const std::vector<copy_kernel>& copies() {
    static const std::vector<copy_kernel> all{
        make_copy("copy_right", "nothing planted", run<tile_copy_policy>),
        make_copy("copy_without_a_pad_of_rows", "a planted bug", run<no_pad_of_rows>),
        make_copy("copy_with_the_width_for_the_leading_dimension", "a planted bug",
                  run<width_for_leading>),
    };
    return all;
}

}  // namespace tileproof::planted
