// SPDX-License-Identifier: MIT
#include "properties/layout/layout_words.hpp"

#include "properties/layout/generator/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tileproof/layout.hpp>

#include <algorithm>
#include <cctype>
#include <stdexcept>
#include <tuple>

namespace tileproof::properties {
namespace {

// "naive 2" if a base of two dims has its own word, else "naive"; empty if there is none.
std::string base_word(const layout_words& l, const base_description& b) {
    const std::string word = std::string(name_of(b.kind)) + (b.offset ? " offset" : "");
    const std::string of_rank = fmt::format("{} {}", word, b.lengths.size());
    return l.bases.contains(of_rank) ? of_rank : l.bases.contains(word) ? word : std::string();
}

// From the stage's text without numbers, items in the order of what they take: "pass: 0 -> 1; pass: 1 -> 0".
std::vector<item_description> in_order(const stage_description& stage) {
    std::vector<item_description> items = stage.items;
    std::ranges::sort(items, [](const auto& a, const auto& b) {
        return std::pair(a.lower.empty(), a.lower) < std::pair(b.lower.empty(), b.lower);
    });
    return items;
}
std::string dims_text(const std::vector<int>& dims) {
    return dims.empty() ? "()" : fmt::format("{}", fmt::join(dims, ","));
}
std::string signature(const stage_description& stage) {
    std::string text;
    for (const item_description& item : in_order(stage))
        text += fmt::format("{}{}: {} -> {}", text.empty() ? "" : "; ", name_of(item.kind),
                            dims_text(item.lower), dims_text(item.upper));
    return text;
}

// "$length" does not occur in "$lengths".
bool has_word(const std::string& text, const std::string& word) {
    return filled(text, {{word, ""}}).size() != text.size();
}

class speller {
  public:
    speller(const layout_words& words, const spelled_form& form) : words_(words), form_(form) {}

    std::vector<std::string> run(const layout_description& d) {
        std::vector<std::string> lines{base(d.base)};
        length_list lengths = d.base.lengths;
        std::string adaptors;
        for (std::size_t s = 0; s < d.stages.size(); ++s) {
            if (s > 0) lengths = after(d, s - 1, lengths);
            lines.push_back(stage(d.stages[s], lengths, "d" + std::to_string(s)));
            adaptors += (s > 0 ? ", d" : "d") + std::to_string(s + 1);
        }
        if (form_.chained && !d.stages.empty())
            lines.push_back(filled(words_.chain, {{"adaptors", adaptors}, {"base", "d0"}}));
        return lines;
    }

  private:
    static length_list after(const layout_description& d, std::size_t stage,
                             const length_list& lengths) {
        auto next = properties::lengths_after(d.stages[stage], lengths,
                                              stage == 0 ? nullptr : &d.stages[stage - 1]);
        if (!next) throw std::invalid_argument("a malformed stage below another one");
        return std::move(*next);
    }

    std::string number(long_index_t v) { return form_.number(v); }
    std::string list(const length_list& all) {
        std::string text;
        for (const long_index_t v : all) text += (text.empty() ? "" : ", ") + number(v);
        return text;
    }
    // A value is spelled only if the text uses it, because each use takes a number.
    template <class Spell>
    void add(text_table& values, const std::string& text, const std::string& word, Spell&& value) {
        if (has_word(text, word)) values[word] = value();
    }

    std::string base(const base_description& b) {
        const std::string& text = words_.bases.at(base_word(words_, b));
        text_table values{{"vector", std::to_string(form_.vector)},
                          {"rank", std::to_string(b.lengths.size())}};
        add(values, text, "lengths", [&] { return list(b.lengths); });
        add(values, text, "strides", [&] { return list(b.strides); });
        add(values, text, "offset", [&] { return number(b.offset.value_or(0)); });
        add(values, text, "alignment", [&] { return number(b.alignment); });
        for (std::size_t i = 0; i < b.lengths.size(); ++i) {
            add(values, text, fmt::format("l{}", i), [&] { return number(b.lengths[i]); });
            if (i < b.strides.size())
                add(values, text, fmt::format("s{}", i), [&] { return number(b.strides[i]); });
        }
        return filled(text, values);
    }

    std::string transform(const std::string& text, const item_description& item,
                          const length_list& below, const std::string& prefix = "") {
        text_table values;
        length_list lower, upper;
        for (const int d : item.lower)
            if (static_cast<std::size_t>(d) < below.size())
                lower.push_back(below[static_cast<std::size_t>(d)]);
        if (lower.size() != item.lower.size())
            throw std::invalid_argument("a dim that is not there");
        // Which sides are open decides whether it may be, not its lengths.
        if (has_word(text, prefix + "upper") && !upper_lengths(item, lower, upper, {true, true}))
            throw std::invalid_argument("a transform without upper lengths");
        add(values, text, prefix + "lengths", [&] { return list(lower); });
        if (!lower.empty())
            add(values, text, prefix + "length", [&] { return number(lower.front()); });
        add(values, text, prefix + "arguments", [&] { return list(item.arguments); });
        add(values, text, prefix + "strides", [&] { return list(item.strides); });
        add(values, text, prefix + "upper", [&] { return list(upper); });
        for (std::size_t i = 0; i < item.arguments.size(); ++i)
            add(values, text, prefix + std::to_string(i),
                [&] { return number(item.arguments[i]); });
        return filled(text, values);
    }

    std::string stage(const stage_description& s, const length_list& below,
                      const std::string& name) {
        const auto whole = words_.stages.find(signature(s));
        if (whole != words_.stages.end()) {
            std::string text = whole->second;
            std::size_t n = 0;
            for (const item_description& item : in_order(s))
                text = transform(text, item, below, std::string(1, static_cast<char>('a' + n++)));
            return filled(text, {{"below", name}});
        }
        std::string transforms, lower, upper;
        for (const item_description& item : s.items) {
            const std::string gap = transforms.empty() ? "" : ", ";
            const std::string& text = words_.transforms.at(std::string(name_of(item.kind)));
            transforms += gap + transform(text, item, below);
            lower += gap + filled(words_.ids, {{"ids", ids(item.lower)}});
            upper += gap + filled(words_.ids, {{"ids", ids(item.upper)}});
        }
        const bool apart = form_.chained && !words_.adaptor.empty();
        std::size_t rank = 0;
        for (const item_description& item : s.items) rank += item.upper.size();
        return filled(apart ? words_.adaptor : words_.stage, {{"below", name},
                                                              {"rank", std::to_string(rank)},
                                                              {"transforms", transforms},
                                                              {"lower", lower},
                                                              {"upper", upper}});
    }
    static std::string ids(const std::vector<int>& dims) {
        return fmt::format("{}", fmt::join(dims, ", "));
    }

    const layout_words& words_;
    const spelled_form& form_;
};

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

}  // namespace

std::string filled(const std::string& text, const text_table& values) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i + 1;
        if (text[i] == '$')
            while (end < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
                ++end;
        const auto value =
            text[i] == '$' ? values.find(text.substr(i + 1, end - i - 1)) : values.end();
        result += value == values.end() ? text.substr(i, end - i) : value->second;
        i = end;
    }
    return result;
}

bool has_words(const layout_words& words, const base_description& base) {
    return !base_word(words, base).empty();
}

bool has_words(const layout_words& words, const stage_description& stage) {
    if (words.stages.contains(signature(stage))) return true;
    return !words.stage.empty() &&
           std::ranges::all_of(stage.items, [&](const item_description& item) {
               return words.transforms.contains(std::string(name_of(item.kind)));
           });
}

std::vector<std::string> spell(const layout_words& words, const layout_description& d,
                               const spelled_form& form) {
    return speller(words, form).run(d);
}

std::string body_of(const std::vector<std::string>& expressions) {
    std::string text;
    for (std::size_t i = 0; i < expressions.size(); ++i)
        text += "    const auto d" + std::to_string(i) + " = " + expressions[i] + ";\n";
    return text + "    return d" + std::to_string(expressions.size() - 1) + ";\n";
}

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
                              const source_style& style, bool chained) {
    return "inline auto " + function + "() {\n" +
           body_of(spell(words_of_ours(style.index_type), layout, {style.value, chained})) + "}\n";
}

}  // namespace tileproof::properties
