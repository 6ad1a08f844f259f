// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/moved_elements.hpp"

#include "fuzz/diagnosis/features.hpp"
#include "properties/kernel/case_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace tileproof::diagnosis {
namespace {

using namespace properties;

// Every element of the output is one of the first input, and each of those goes somewhere.
bool is_movement(const observed_call& o) {
    std::set<std::int64_t> sources(o.sources.begin(), o.sources.end());
    return !sources.contains(-1) && sources.size() == o.sources.size() &&
           packed_elements(o.input_extents) == static_cast<long_index_t>(o.sources.size());
}

bool is_batch(const kernel_contract& contract, const contract_operand& o, std::size_t extent) {
    return extent < o.extents.size() &&
           std::any_of(contract.dims.begin(), contract.dims.end(),
                       [&](const contract_dim& d) { return d.few && d.name == o.extents[extent]; });
}

std::vector<std::int64_t> index_in(const std::vector<long_index_t>& extents, std::int64_t element) {
    std::vector<std::int64_t> index(extents.size());
    for (std::size_t i = extents.size(); i-- > 0; element /= extents[i])
        index[i] = element % extents[i];
    return index;
}

// rows, columns: r, c. Where first letters do not tell them apart, or name a number: i, j, k.
std::vector<std::string> letters_of(const std::vector<std::string>& extents) {
    std::set<char> firsts;
    for (const std::string& e : extents)
        if (e.size() > 1 && std::isalpha(static_cast<unsigned char>(e[0]))) firsts.insert(e[0]);
    std::vector<std::string> letters;
    for (std::size_t i = 0; i < extents.size(); ++i)
        letters.push_back(firsts.size() == extents.size() ? extents[i].substr(0, 1)
                                                          : std::string(1, "ijklmnpq"[i % 8]));
    return letters;
}

std::vector<std::string> stride_names(const kernel_contract& contract, const size_list& sizes) {
    std::vector<std::string> names;
    for (std::size_t i = contract.dims.size(); i < sizes.size(); ++i)
        names.push_back(sizes[i].first);
    return names;
}

}  // namespace

size_list sizes_of(const kernel_contract& contract, const kernel_case& c) {
    size_list sizes;
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        sizes.emplace_back(contract.dims[d].name, c.dims[d]);
    for (std::size_t o = 0; o < c.operands.size() && !contract.locations; ++o) {
        const contract_operand& op = contract.operands[o];
        for (std::size_t level = 0; level + 1 < op.extents.size(); ++level)
            sizes.emplace_back(stride_name(op, level),
                               c.operands[o].strides[op.extents.size() - 2 - level]);
    }
    return sizes;
}

bool moved_shape::wrong() const {
    for (std::size_t e = 0; e < elements.size(); ++e)
        if (elements[e].there != static_cast<std::int64_t>(e)) return true;
    return false;
}

std::string moved_elements::name() const { return fmt::format("({})", fmt::join(letters, ",")); }

moved_elements elements_of(const kernel_contract& contract, const std::vector<observed_call>& calls,
                           bool with_ones) {
    moved_elements all;
    if (calls.empty()) return all;
    all.of_input = std::all_of(calls.begin(), calls.end(), is_movement);
    const contract_operand& named = contract.operands[all.of_input ? 0 : first_output(contract)];
    all.operand = named.name;
    std::vector<std::size_t> kept;  // extents that are more than 1 somewhere
    const auto extents_of_call = [&](const observed_call& o) -> const std::vector<long_index_t>& {
        return all.of_input ? o.input_extents : o.extents;
    };
    for (std::size_t i = 0; i < extents_of_call(calls[0]).size(); ++i)
        if ((with_ones && !is_batch(contract, named, i)) ||
            std::any_of(calls.begin(), calls.end(),
                        [&](const observed_call& o) { return extents_of_call(o)[i] > 1; }))
            kept.push_back(i);
    for (const std::size_t i : kept)
        all.extents.push_back(i < named.extents.size() ? named.extents[i]
                                                       : "d" + std::to_string(i));
    all.letters = letters_of(all.extents);
    for (const observed_call& o : calls) {
        moved_shape& shape = all.shapes.emplace_back();
        shape.sizes = sizes_of(contract, o.the_case);
        shape.held = o.held;
        for (const std::size_t i : kept) shape.extents.push_back(extents_of_call(o)[i]);
        for (std::size_t e = 0; e < o.offsets.size(); ++e) {
            moved_element& m = shape.elements.emplace_back();
            const auto index =
                index_in(extents_of_call(o), all.of_input ? o.sources[e] : std::int64_t(e));
            for (const std::size_t i : kept) m.index.push_back(index[i]);
            m.right = o.offsets[e];
            m.there = m.right < 0 ? std::int64_t(e) : o.held[static_cast<std::size_t>(m.right)];
        }
        for (std::size_t at = 0; at < o.held.size(); ++at)
            if (o.held[at] >= 0)
                shape.elements[static_cast<std::size_t>(o.held[at])].found.push_back(
                    static_cast<std::int64_t>(at));
    }
    all.strides = stride_names(contract, all.shapes[0].sizes);
    return all;
}

}  // namespace tileproof::diagnosis
