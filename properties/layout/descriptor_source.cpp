// SPDX-License-Identifier: MIT
#include "properties/layout/descriptor_source.hpp"

#include "properties/layout/layout_words.hpp"

#include <tileproof/layout.hpp>

#include <tuple>

namespace tileproof::properties {
namespace {

// The maker's arguments: the lower lengths (if the transform keeps them, or for a slice), then the item's own;
// several lengths form one tuple.
std::string maker_words(transform_kind kind) {
    const transform_shape shape = shape_of(kind);
    const auto [maker, keeps, upper] = with_kind(kind, [](auto k) {
        using book = transforms::transform_book<k.value>;
        return std::tuple{std::string(book::maker), transforms::keeps_lower_lengths<k.value>,
                          book::made_of_upper_length};
    });
    std::vector<std::string> given;
    if (keeps)
        given.push_back(shape.lower != 1 ? "make_tuple($lengths)" : upper ? "$upper" : "$length");
    if (shape.arguments == many) given.push_back("make_tuple($arguments)");
    for (int i = 0; i < shape.arguments; ++i) given.push_back("$" + std::to_string(i));
    if (shape.strided) given.push_back("make_tuple($strides)");
    std::string text = maker + "(";
    for (const std::string& argument : given) text += (text.back() == '(' ? "" : ", ") + argument;
    return text + ")";
}

layout_words words_of_ours(const std::string& index_type) {
    const std::string
        naive = "make_naive_tensor_descriptor",
        index = "<" + index_type + ">", lengths = "(make_tuple($lengths)",
        strides = ", make_tuple($strides)",
        dims = "make_tuple($transforms),\n        make_tuple($lower), make_tuple($upper))";
    layout_words words;
    words.bases = {
        {"packed", naive + "_packed" + index + lengths + ")"},
        {"aligned", naive + "_aligned" + index + lengths + ", $alignment)"},
        {"naive", naive + index + lengths + strides + ")"},
        {"naive offset", naive + "_with_offset" + index + lengths + strides + ", $offset)"}};
    for (int k = 0; k < transform_kind_count; ++k) {
        const auto kind = static_cast<transform_kind>(k);
        words.transforms[std::string(name_of(kind))] = maker_words(kind);
    }
    words.ids = "sequence<$ids>{}";
    words.stage = "transform_tensor_descriptor(\n        $below, " + dims;
    words.adaptor = "make_single_stage_tensor_adaptor" + index + "(\n        " + dims;
    words.chain =
        "make_tensor_descriptor_from_adaptor(\n        chain_tensor_adaptors("
        "static_cast<const typename decltype($base)::adaptor_type&>($base), $adaptors),\n        "
        "$base.get_element_space_size())";
    return words;
}

std::string source_of(const layout_description& layout, const std::string& function,
                      const source_style& style, bool chained) {
    return "inline auto " + function + "() {\n" +
           body_of(spell(words_of_ours(style.index_type), layout, {style.value, chained})) + "}\n";
}

}  // namespace

bool fits_index_t(const layout_description& description) {
    constexpr long_index_t most = 0x7fff'ffff;
    const layout l(description);
    if (l.element_space_size() > most) return false;
    // Lengths (of replicated dims) or strides (of a dim of length 1) beyond 31 bits need the wider type, too.
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
    return source_of(layout, function, style, false);
}

std::string chained_source(const layout_description& layout, const std::string& function,
                           const source_style& style) {
    return source_of(layout, function, style, true);
}

}  // namespace tileproof::properties
