// SPDX-License-Identifier: MIT
// The evaluation kernels of the catalogue.
#pragma once

#include <vector>

#include "kernels/launch.hpp"
#include "kernels/layout/evaluate.hpp"

namespace tileproof::kernels::TILEPROOF_DEVICE {

// The evaluation kernel whose threads call this evaluator.
template <class Evaluator>
evaluation_kernel make_evaluation(std::string name, std::string description, evaluation what) {
    evaluation_kernel k;
    k.name = std::move(name);
    k.description = std::move(description);
    k.what = what;
    k.refusal = [](const evaluation_problem& p) -> std::string {
        if (p.jobs >= 0 && p.results >= 0 && p.results <= 0x7fffffff &&
            (p.jobs > 0 || p.results == 0))
            return {};
        return std::to_string(p.results) + " results of " + std::to_string(p.jobs) +
               " jobs cannot be computed: there must be 0 to 2147483647 results, and at least one "
               "job where there is a result.";
    };
    k.start = [refusal = k.refusal, kernel = k.name](const evaluation_problem& p,
                                                     const void* blocks, const void* jobs,
                                                     void* results, void* stream) {
        if (std::string no = refusal(p); !no.empty()) throw device_error(no);
        if (p.results == 0) return;
        hipLaunchKernelGGL(
            evaluate<Evaluator>, dim3(blocks_for(p.results, evaluation_block)),
            dim3(evaluation_block), 0, on_stream(stream), p, static_cast<const char*>(blocks),
            static_cast<const evaluation_job*>(jobs), static_cast<long_index_t*>(results));
        check_launch(kernel.c_str());
    };
    return k;
}

std::vector<evaluation_kernel> evaluations();

}  // namespace tileproof::kernels::TILEPROOF_DEVICE
