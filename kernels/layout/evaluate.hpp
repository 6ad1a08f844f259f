// SPDX-License-Identifier: MIT
// The evaluation kernel: one thread for each result.
#pragma once

#include <hip/hip_runtime.h>

#include <tileproof/layout_view.hpp>
#include <tileproof/tile/tile_view.hpp>

#include "kernels/layout/evaluation.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

// LayoutView and TileView are parameters so that tests can plant a wrong one; so is a kernel's evaluator.
template <evaluation What, class LayoutView = layout_view, class TileView = tile_view>
struct evaluator {
    __device__ static void index_of(const LayoutView& view, long_index_t number,
                                    long_index_t* index) {
        for (int d = view.rank() - 1; d >= 0; --d) {
            const long_index_t length = view.length(d);
            index[d] = number % length;
            number /= length;
        }
    }
    __device__ static long_index_t offset(const LayoutView& view, long_index_t number) {
        long_index_t index[maximum_rank], offset = 0;
        index_of(view, number, index);
        return view.offset(index, offset) ? offset : no_element;
    }
    __device__ static long_index_t move(const LayoutView& view, long_index_t from,
                                        long_index_t to) {
        long_index_t start[maximum_rank], step[maximum_rank];
        long_index_t hidden[most_moved_hidden], hidden_step[most_moved_hidden];
        index_of(view, from, start);
        index_of(view, to, step);
        for (int d = 0; d < view.rank(); ++d) step[d] -= start[d];
        view.hidden_index(start, hidden);
        return view.move(step, hidden, hidden_step) ? hidden[0] : no_element;
    }
    __device__ static long_index_t element(const TileView& tile, long_index_t number) {
        const long_index_t thread = number / tile.registers();
        return tile.element_of(thread, number % tile.registers()) +
               tile.elements() * tile.replica_of(thread);
    }

    // The last job that begins at or before result k. Every job has a result.
    __device__ static long_index_t find_job(const evaluation_job* jobs, long_index_t count,
                                            long_index_t k) {
        long_index_t low = 0, high = count;
        while (high - low > 1) {
            const long_index_t middle = low + (high - low) / 2;
            (jobs[middle].results_at <= k ? low : high) = middle;
        }
        return low;
    }
    __device__ static long_index_t result(const void* image, long_index_t first,
                                          long_index_t number) {
        if constexpr (What == evaluation::layout_offsets) {
            return offset(LayoutView(image), number);
        } else if constexpr (What == evaluation::layout_moves) {
            return move(LayoutView(image), first, number);
        } else if constexpr (What == evaluation::tile_elements) {
            return element(TileView(image), number);
        } else {
            const TileView tile(image);
            return tile.holder_of(number % tile.elements(), number / tile.elements());
        }
    }
};

inline constexpr int evaluation_block = 128;

template <class Evaluator>
__global__ void __launch_bounds__(evaluation_block)
    evaluate(evaluation_problem p, const char* images, const evaluation_job* jobs,
             long_index_t* results) {
    const long_index_t k = static_cast<long_index_t>(blockIdx.x) * evaluation_block + threadIdx.x;
    if (k >= p.results) return;
    const evaluation_job job = jobs[Evaluator::find_job(jobs, p.jobs, k)];
    results[k] = Evaluator::result(images + job.image_at, job.first,
                                   job.first + (k - job.results_at) * job.step);
}

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
