// SPDX-License-Identifier: MIT
// Cases around a failing one, and all over, that are worth running to learn when it fails.
//
//   case_pool pool(property, failing, seed);
//   pool.neighbours(200)     the failing case with one, two or all lengths at and beside tiles, other strides, types, ...
//   pool.anywhere(100)       as a campaign draws them
//   pool.far(100)            lengths up to hundreds of thousands, those of one figure as often as those of five
//   pool.counter_cases(...)  what a sceptic would try before he believes a condition
//
// What the harness chooses (fence, data, their seed, the related call) is that of the failing case in all of them: it is
// no property of a call.
#pragma once

#include "fuzz/diagnosis/features.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/property.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tileproof::diagnosis {

struct pool_case {
    nlohmann::json the_case;
    case_features features;
};

class case_pool {
  public:
    // The case must be one that makes sense. It outlives neither the property nor moves.
    case_pool(const properties::property&, const nlohmann::json& failing, std::uint64_t seed);

    std::vector<pool_case> neighbours(std::size_t count);
    std::vector<pool_case> anywhere(std::size_t count);
    std::vector<pool_case> far(std::size_t count);
    // This length stays, all else may be another.
    std::vector<pool_case> laid_otherwise(const nlohmann::json& the_case, const std::string& keep,
                                          std::size_t count);
    // Of each base: each length at and beside the constants, what a launch grows at, and the powers of two; each
    // offset and each stride; the cheapest first. Far: those that cost more than any other case.
    std::vector<pool_case> counter_cases(const std::vector<nlohmann::json>& bases,
                                         const std::set<long>& constants, bool far) const;

    // With what the harness chooses as in the failing case; nothing: outside of what is asked.
    std::optional<pool_case> as_failing(const nlohmann::json& the_case) const;
    pool_case of(const nlohmann::json& the_case) const;
    // The same problem with other contents.
    std::vector<nlohmann::json> with_other_contents(const nlohmann::json& the_case,
                                                    int count) const;
    // With so many contents of each kind.
    std::vector<nlohmann::json> with_each_kind(const nlohmann::json& the_case, int count) const;
    // The case with one length changed; nothing: there is no such length, or it is outside.
    std::optional<pool_case> with_length(const nlohmann::json& the_case, const std::string& name,
                                         long length) const;
    // One length of hundreds or thousands, and another one, if there is one, that is a multiple of what tiles have or 1 more.
    std::vector<pool_case> long_ones() const;
    // From now on numbers, types, orders and offsets are those of the failing case too; in words: "alpha 1", "type float32".
    std::vector<std::string> freeze();
    // From now on no cases that cost more than `most` times the failing one, where each element more of a dim costs that share
    // of it; sixteen times that for those far off.
    void limit_cost(std::vector<double> shares, double most);
    const std::set<long>& moduli() const { return moduli_; }
    const properties::kernel_view* kernel() const { return view_; }

  private:
    std::optional<pool_case> sensible(properties::kernel_case, double most_work) const;
    double cost_of(const properties::kernel_case&) const;
    std::set<long> worth_trying(std::size_t dim, const std::set<long>& constants) const;
    properties::kernel_case shape_changed(int round);
    void layout_changed(properties::kernel_case&);
    void length_changed(properties::kernel_case&, std::size_t dim);
    std::vector<pool_case> smaller_ones(std::size_t count);

    const properties::property& property_;
    const properties::kernel_view* const view_;  // null: not of a kernel
    const nlohmann::json failing_;
    std::optional<properties::kernel_case> base_;
    std::set<long> moduli_;
    properties::draw from_;
    std::uint64_t seed_, drawn_ = 0;
    double most_work_, most_far_work_;
    std::vector<double> shares_;  // by dim; empty: nothing is known
    double most_cost_ = 0;
    bool frozen_ = false;
};

}  // namespace tileproof::diagnosis
