// SPDX-License-Identifier: MIT
// The interface of the evaluation kernels: many layouts or tile distributions, evaluated in one launch.
//
//   images    the plain-data images of all of them, concatenated (layout::image, make_tile_image)
//   jobs      {image_at 0, first 0, step 1, results_at 0}      all six indices of packed [2,3]
//             {image_at 208, first 1, step 2, results_at 6}    indices number 1, 3, 5, .. of the next one
//   results   one number for each thread
//
// A thread finds the job of its result and asks the view of that job's image. Indices are numbered in row-major
// order, the last dim fastest.
#pragma once

#include <tileproof/config.hpp>

#include <functional>
#include <string>

namespace tileproof::kernels {

// Results results_at, results_at + 1, .. (up to the next job's) belong to the numbers first, first + step, ..
struct evaluation_job {
    long_index_t image_at = 0;  // position of its image in `images`: bytes, a multiple of 8
    long_index_t first = 0, step = 1;
    long_index_t results_at = 0;
};

// The question asked for each number.
enum class evaluation {
    layout_offsets,  // the offset of the index of this number, or no_element
    layout_moves,    // the same by moving there from the index number job.first
    tile_elements,   // number = thread * registers + register: its element + elements * replica
    tile_holders,    // number = element + elements * replica: its thread * registers + register
};

// Never an offset, right or wrong.
inline constexpr long_index_t no_element = INT64_MIN;

// layout_moves keeps a coordinate in the thread, so a layout may have at most this many hidden dimensions.
inline constexpr int most_moved_hidden = 64;

struct evaluation_problem {
    long_index_t jobs = 0;     // at least one where there is a result, in the order of results_at,
                               // the first at 0
    long_index_t results = 0;  // up to 2^31 - 1
};

// Like transpose_kernel; refuses only numbers of jobs and results that make no sense.
struct evaluation_kernel {
    std::string name;         // "layout_offsets"
    std::string description;  // one line
    evaluation what{};
    std::function<std::string(const evaluation_problem&)> refusal;
    std::function<void(const evaluation_problem&, const void* images, const void* jobs,
                       void* results, void* stream)>
        start;
};

}  // namespace tileproof::kernels
