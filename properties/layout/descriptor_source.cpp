// SPDX-License-Identifier: MIT
#include "properties/layout/descriptor_source.hpp"

#include <tileproof/layout.hpp>

#include <tuple>

namespace tileproof::properties {
namespace {

class writer {
  public:
    writer(const layout_description& description, const source_style& style)
        : description_(description), style_(style) {}

    std::string descriptor(const std::string& name) {
        std::string text = "inline auto " + name + "() {\n    const auto d0 = " + base() + ";\n";
        for (std::size_t s = 0; s < description_.stages.size(); ++s)
            text += "    const auto d" + std::to_string(s + 1) +
                    " = transform_tensor_descriptor(\n        d" + std::to_string(s) + ", " +
                    stage(s) + ");\n";
        return text + "    return d" + std::to_string(description_.stages.size()) + ";\n}\n";
    }

    std::string chain(const std::string& name) {
        std::string text = "inline auto " + name + "() {\n    const auto d0 = " + base() + ";\n";
        if (description_.stages.empty()) return text + "    return d0;\n}\n";
        text += "    const typename decltype(d0)::adaptor_type& a0 = d0;\n";
        std::string adaptors = "a0";
        for (std::size_t s = 0; s < description_.stages.size(); ++s) {
            const std::string a = "a" + std::to_string(s + 1);
            text += "    const auto " + a + " = make_single_stage_tensor_adaptor<" +
                    style_.index_type + ">(\n        " + stage(s) + ");\n";
            adaptors += ", " + a;
        }
        return text + "    return make_tensor_descriptor_from_adaptor(chain_tensor_adaptors(" +
               adaptors + "),\n        d0.get_element_space_size());\n}\n";
    }

  private:
    std::string values(const std::vector<long_index_t>& all) {
        std::string text;
        for (const long_index_t v : all) text += (text.empty() ? "" : ", ") + style_.value(v);
        return "make_tuple(" + text + ")";
    }
    static std::string ids(const std::vector<int>& dims) {
        std::string text;
        for (const int d : dims) text += (text.empty() ? "" : ", ") + std::to_string(d);
        return "sequence<" + text + ">{}";
    }

    std::string base() {
        const base_description& b = description_.base;
        const std::string name = "make_naive_tensor_descriptor";
        switch (b.kind) {
            case base_kind::packed:
                return name + "_packed<" + style_.index_type + ">(" + values(b.lengths) + ")";
            case base_kind::aligned:
                return name + "_aligned<" + style_.index_type + ">(" + values(b.lengths) + ", " +
                       style_.value(b.alignment) + ")";
            case base_kind::naive:
                break;
        }
        const std::string both = values(b.lengths) + ", " + values(b.strides);
        if (!b.offset) return name + "<" + style_.index_type + ">(" + both + ")";
        return name + "_with_offset<" + style_.index_type + ">(" + both + ", " +
               style_.value(*b.offset) + ")";
    }

    std::string stage(std::size_t s) {
        layout_description before = description_;
        before.stages.resize(s);
        const std::vector<long_index_t> lengths = layout(before).lengths();
        std::string transforms, lower, upper;
        for (const item_description& item : description_.stages[s].items) {
            const std::string gap = transforms.empty() ? "" : ", ";
            transforms += gap + transform(item, lengths);
            lower += gap + ids(item.lower);
            upper += gap + ids(item.upper);
        }
        return "make_tuple(" + transforms + "),\n        make_tuple(" + lower + "), make_tuple(" +
               upper + ")";
    }

    // The maker's arguments: the lengths below (where the transform keeps them, or a slice asks for them), then the
    // item's own; several lengths are one tuple.
    std::string transform(const item_description& item, const std::vector<long_index_t>& lengths) {
        const transform_shape shape = shape_of(item.kind);
        const auto [maker, keeps, upper] = with_kind(item.kind, [](auto kind) {
            using book = transforms::transform_book<kind.value>;
            return std::tuple{std::string(book::maker), transforms::keeps_lower_lengths<kind.value>,
                              book::made_of_upper_length};
        });
        std::vector<std::string> given;
        if (keeps) {
            std::vector<long_index_t> below;
            for (const int d : item.lower) below.push_back(lengths[static_cast<std::size_t>(d)]);
            if (upper) below[0] -= item.arguments[0];
            given.push_back(shape.lower == 1 ? style_.value(below[0]) : values(below));
        }
        if (shape.arguments == many)
            given.push_back(values(item.arguments));
        else
            for (const long_index_t argument : item.arguments)
                given.push_back(style_.value(argument));
        if (shape.strided) given.push_back(values(item.strides));
        std::string text = maker + "(";
        for (const std::string& argument : given)
            text += (text.back() == '(' ? "" : ", ") + argument;
        return text + ")";
    }

    const layout_description& description_;
    const source_style& style_;
};

}  // namespace

bool fits_index_t(const layout_description& description) {
    constexpr long_index_t most = 0x7fff'ffff;
    const layout l(description);
    if (l.element_space_size() > most) return false;
    // Lengths beyond 31 bits (of replicated dims) and strides (of a dim of length 1) need more too.
    for (const long_index_t length : l.hidden_lengths())
        if (length > most) return false;
    const layout_view view = l.view();
    for (int i = 0; i < view.header().operation_count; ++i) {
        const layout_operation& operation = view.operations()[i];
        if (!shape_of(operation.kind).strided) continue;
        const span_extents strides = view.values_of(operation).strides();
        for (int d = 0; d < strides.rank(); ++d)
            if (strides[d] > most) return false;
    }
    return true;
}

std::string descriptor_source(const layout_description& layout, const std::string& function,
                              const source_style& style) {
    return writer(layout, style).descriptor(function);
}

std::string chained_source(const layout_description& layout, const std::string& function,
                           const source_style& style) {
    return writer(layout, style).chain(function);
}

}  // namespace tileproof::properties
