// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/kernel_features.hpp"

#include "properties/kernel/case_call.hpp"
#include "properties/kernel/fence_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace tileproof::diagnosis {
namespace {

using namespace properties;
using enum feature_kind;

double number_of(long_index_t n) { return static_cast<double>(n); }

std::string short_name(const contract_operand& o) {
    std::string name = o.name.starts_with("the ") ? o.name.substr(4) : o.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

class collector {
  public:
    collector(const kernel_contract& contract, const kernel_range& range, const kernel_case& c,
              const std::string& device)
        : contract_(contract), range_(range), case_(c), fences_(device == "cpu") {}

    case_features all() {
        for (std::size_t d = 0; d < case_.dims.size(); ++d)
            if (!is_fixed(d)) dim(contract_.dims[d], case_.dims[d]);
        for (std::size_t o = 0; o < contract_.operands.size(); ++o) operand(o);
        types();
        for (std::size_t i = 0; i < case_.parameters.size(); ++i)
            add({contract_.parameters[i].name, number, case_.parameters[i]});
        for (std::size_t i = 0; i < case_.choices.size(); ++i)
            add({contract_.choices[i].name, word, 0,
                 contract_.choices[i].values[static_cast<std::size_t>(case_.choices[i])]});
        add({"data", word, 0, contract_.data.kinds[static_cast<std::size_t>(case_.data)], true});
        add({"fence", word, 0, std::string(name_of_fence(case_.fence)), true});
        if (contract_.relations.size() > 1)
            add({"relation", word, 0,
                 contract_.relations[static_cast<std::size_t>(case_.relation)].name, true});
        return std::move(features_);
    }

  private:
    void add(feature f) {
        if (!features_.find(f.name)) features_.all.push_back(std::move(f));
    }

    bool is_fixed(std::size_t d) const {
        return range_.most_of(d) > 0 && range_.most_of(d) == range_.least_of(d);
    }
    std::size_t dim_named(const std::string& name) const {
        const auto found = std::find_if(contract_.dims.begin(), contract_.dims.end(),
                                        [&](const contract_dim& d) { return d.name == name; });
        return static_cast<std::size_t>(found - contract_.dims.begin());
    }

    void dim(const contract_dim& d, long_index_t value) {
        add({d.name, length, number_of(value)});
        if (!d.few && value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)))
            add({d.name + " is a power of two", flag, 1});
    }

    void operand(std::size_t o) {
        const contract_operand& op = contract_.operands[o];
        const auto extents = extents_of(contract_, case_, o);
        const bool written = op.use == operand_use::written || op.use == operand_use::updated;
        if (written && packed_elements(extents) == 0) features_.empty = true;
        for (std::size_t i = 0; i < op.extents.size(); ++i)
            if (dim_named(op.extents[i]) == contract_.dims.size())  // "h + 4"
                add({op.extents[i], length, number_of(extents[i])});
        if (op.extents.size() > 1) count_elements(op);
        if (op.orders.size() == 2 && !op.order.empty())
            add({"order of " + op.name, word, 0,
                 case_.operands[o].order ? "column-major" : "row-major"});
        if (!contract_.locations) strides(o);
        address_of(o);
    }

    // In the order of the dims: one name for the elements of a transposed operand and of the other.
    void count_elements(const contract_operand& op) {
        std::vector<std::string> names;
        for (const std::string& e : op.extents)
            if (features_.find(e)) names.push_back(e);
        if (names.size() < 2) return;
        std::sort(names.begin(), names.end(),
                  [&](const auto& a, const auto& b) { return dim_named(a) < dim_named(b); });
        double product = 1;
        for (const std::string& name : names) product *= features_.find(name)->number;
        add({fmt::format("{}", fmt::join(names, " * ")), count, product});
    }

    void strides(std::size_t o) {
        const contract_operand& op = contract_.operands[o];
        const auto slack_by_level = slack_of(contract_, case_)[o];
        for (std::size_t i = 0; i + 1 < op.extents.size(); ++i) {
            if (op.strides[i].empty()) continue;
            const std::size_t level = op.extents.size() - 2 - i;
            add({stride_name(op, level), stride, number_of(case_.operands[o].strides[i])});
            add({fmt::format("{} of {}", level ? "matrices" : "rows", op.name), slack,
                 number_of(slack_by_level[i])});
        }
    }

    // Bytes beyond a boundary of 256. Behind a fence the buffer ends at a page, as near as its alignment lets it.
    void address_of(std::size_t o) {
        const contract_operand& op = contract_.operands[o];
        if (op.offset.empty() && contract_.common_offset.empty()) return;
        const auto width = static_cast<long_index_t>(contract_.types[case_.type].each[o]->bytes);
        long_index_t at = case_.operands[o].offset * width;
        if (fences_ && case_.fence == kernels::placement::fence_after)
            at -= reach_of(contract_, case_, o) * width;
        add({op.name, address, number_of((at % 256 + 256) % 256)});
    }

    void types() {
        const contract_type& t = contract_.types[case_.type];
        if (contract_.types.size() > 1) add({"type", word, 0, t.name});
        if (contract_.types.size() > 1)
            add({"element size", feature_kind::size, number_of(t.each[0]->bytes)});
    }

    const kernel_contract& contract_;
    const kernel_range& range_;
    const kernel_case& case_;
    const bool fences_;
    case_features features_;
};

}  // namespace

std::string stride_name(const contract_operand& o, std::size_t level) {
    const std::size_t i = o.extents.size() - 2 - level;
    std::string key = i < o.strides.size() ? o.strides[i] : "";
    std::replace(key.begin(), key.end(), '/', '.');
    if (!key.empty() && !o.strides_as_slack) return key;
    return short_name(o) + (level == 0 ? "_stride" : "_batch_stride");
}

case_features features_of(const kernel_contract& contract, const kernel_range& range,
                          const kernel_case& c, const std::string& device) {
    return collector(contract, range, c, device).all();
}

std::set<long> moduli_of(const kernel_contract& contract, const kernel_range& range) {
    std::set<long> all;
    for (std::size_t d = 0; d < contract.dims.size(); ++d) {
        if (range.multiple(d) > 1) all.insert(range.multiple(d));
        for (const long_index_t edge : contract.dims[d].edges)
            if (edge > 1 && edge <= 512) all.insert(edge);
    }
    return all;
}

}  // namespace tileproof::diagnosis
