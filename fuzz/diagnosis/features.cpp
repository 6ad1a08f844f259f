// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/features.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tileproof/layout.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include "fuzz/diagnosis/layout_formula.hpp"
#include "properties/kernel/kernel_case.hpp"

namespace tileproof::diagnosis {
namespace {

using nlohmann::json;

bool is_number(const std::string& text, double& value) {
    long whole = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
    value = static_cast<double>(whole);
    return error == std::errc() && end == text.data() + text.size();
}

void add_numbers(const json& value, const std::string& key, case_features& to) {
    if (value.is_object()) {
        for (const auto& [name, inner] : value.items())
            add_numbers(inner, key.empty() ? name : key + "." + name, to);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i)
            add_numbers(value[i], key + "[" + std::to_string(i) + "]", to);
    } else if (value.is_number() && !to.find(key)) {
        to.all.push_back({key, feature_kind::length, value.get<double>()});
    }
}

// What a layout has in it beyond its labels.
void add_layout(const std::string& text, case_features& to) {
    try {
        const tileproof::layout l = tileproof::layout::parse(text);
        to.empty = l.size() == 0;
        for (const auto& [name, value] : largest_arguments(parse_layout(text)))
            to.all.push_back({name, feature_kind::length, static_cast<double>(value)});
    } catch (const layout_error&) {  // one that is none, on purpose
    }
}

using namespace properties;
using enum feature_kind;

double number_of(long_index_t n) { return static_cast<double>(n); }

std::string short_name(const contract_operand& o) {
    std::string name = o.name.starts_with("the ") ? o.name.substr(4) : o.name;
    std::ranges::replace(name, ' ', '_');
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
        const auto found = std::ranges::find_if(
            contract_.dims, [&](const contract_dim& d) { return d.name == name; });
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
        std::ranges::sort(
            names, [&](const auto& a, const auto& b) { return dim_named(a) < dim_named(b); });
        add_product(names);
        if (names.size() == 2) return;
        for (std::size_t a = 0; a < names.size(); ++a)  // what is summed, or lies in one matrix
            for (std::size_t b = a + 1; b < names.size(); ++b) add_product({names[a], names[b]});
    }
    void add_product(const std::vector<std::string>& names) {
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
        if (fences_ && case_.fence == devices::placement::fence_after)
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

// Adds the length under its name, and gives it back.
long_index_t add(case_features& to, std::string name, long_index_t length,
                 feature_kind kind = feature_kind::length) {
    to.all.push_back({std::move(name), kind, static_cast<double>(length)});
    return length;
}

void add_lengths(const tile_encoding& e, case_features& to) {
    long_index_t replicas = 1;
    for (int i = 0; i < e.r.size(); ++i) replicas *= add(to, fmt::format("r{}", i), e.r[i]);
    add(to, "replicas", replicas, feature_kind::count);
    for (int x = 0; x < e.h.size(); ++x) {
        long_index_t all = 1;
        for (int k = 0; k < e.h[x].size(); ++k)
            all *= add(to, fmt::format("H{}.{}", x, k), e.h[x][k]);
        add(to, fmt::format("X{}", x), all);
    }
}

void add_dims(const tile_encoding& e, case_features& to) {
    long_index_t threads = 1, registers = 1, most_parts = 0;
    for (int i = 0; i < e.p.size(); ++i) {
        long_index_t length = 1, parts = 0;
        bool replicates = false;
        for (const rh_id id : e.p[i]) {
            length *= e.length(id);
            if (e.length(id) < 2) continue;
            if (id.major == 0)
                replicates = true;
            else
                ++parts;
        }
        most_parts = std::max(most_parts, parts + (replicates ? 1 : 0));
        threads *= add(to, fmt::format("p{}", i), length);
    }
    for (int i = 0; i < e.y.size(); ++i)
        registers *= add(to, fmt::format("y{}", i), e.length(e.y[i]));
    if (e.y.size() > 0) add(to, "last y", e.length(e.y[e.y.size() - 1]));
    add(to, "parts of a P dim", most_parts);
    add(to, "threads", threads, feature_kind::count);
    add(to, "registers", registers, feature_kind::count);
}

}  // namespace

const feature* case_features::find(const std::string& name) const {
    const auto found = std::ranges::find_if(all, [&](const feature& f) { return f.name == name; });
    return found == all.end() ? nullptr : &*found;
}

case_features labelled_features(const properties::property& p, const json& the_case) {
    case_features result;
    for (const std::string& label : p.classify(the_case)) {
        const auto colon = label.find(": ");
        double value = 0;
        if (colon != std::string::npos && is_number(label.substr(colon + 2), value))
            result.all.push_back({label.substr(0, colon), feature_kind::length, value});
        else
            result.all.push_back({label, feature_kind::flag, 1});
    }
    add_numbers(the_case, "", result);
    if (the_case.contains("layout") && the_case["layout"].is_string())
        add_layout(the_case["layout"].get<std::string>(), result);
    if (the_case.contains("tile") && the_case["tile"].is_string())
        add_tile(the_case["tile"].get<std::string>(), result);
    return result;
}

const std::set<long>& plain_moduli() {
    static const std::set<long> all{2, 4, 8, 16, 32, 64, 128, 256};
    return all;
}

std::string stride_name(const contract_operand& o, std::size_t level) {
    const std::size_t i = o.extents.size() - 2 - level;
    std::string key = i < o.strides.size() ? o.strides[i] : "";
    std::ranges::replace(key, '/', '.');
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

void add_tile(const std::string& text, case_features& to) {
    try {
        const tile_encoding e = parse_tile(text);
        if (find_mistake(e).rule != tile_rule::none) return;
        add_lengths(e, to);
        add_dims(e, to);
    } catch (const layout_error&) {  // one that is none, on purpose
    }
}

std::string tile_with_other_lengths(const std::string& text, std::uint64_t& state) {
    static constexpr long_index_t lengths[] = {1, 1, 2, 2, 3, 4, 5, 8, 16, 31, 32, 33, 64};
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>(state >> 33);
    };
    tile_encoding e = parse_tile(text);
    for (auto& h : e.h)
        for (auto& length : h)
            if (next() % 2) length = lengths[next() % std::size(lengths)];
    for (auto& length : e.r)
        if (next() % 3 == 0) length = lengths[next() % 6];
    return print_tile(e);
}

}  // namespace tileproof::diagnosis
