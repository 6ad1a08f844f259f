// SPDX-License-Identifier: MIT
// How a descriptor refuses a transform that breaks a rule (transforms/rules.hpp).
//
// A rule broken by compile-time values is a static_assert with the sentence of the rule. One broken by run-time
// values is a layout_error on the host: the same sentence, followed by the values. Device code checks nothing: make
// descriptors with run-time lengths on the host, or be sure of the lengths.
#pragma once

#include <tileproof/descriptor/facts.hpp>
#include <tileproof/layout_error.hpp>
#include <tileproof/transforms/rules.hpp>

namespace tileproof::detail {

inline const char* sentence_of(transform_rule rule, transform_kind kind) {
    switch (rule) {
#define TILEPROOF_X(rule, sentence) \
    case transform_rule::rule:      \
        return sentence;
        TILEPROOF_COMMON_RULES(TILEPROOF_X)
#undef TILEPROOF_X
        case transform_rule::own:
            return with_kind(kind,
                             [](auto k) { return transforms::transform_book<k.value>::rule; });
        default:
            return "";
    }
}

// A compile error with the sentence of the rule.
template <transform_rule Broken, transform_kind Kind>
constexpr TILEPROOF_HOST_DEVICE void refuse_at_compile_time() {
#define TILEPROOF_X(rule, sentence) static_assert(Broken != transform_rule::rule, sentence);
    TILEPROOF_COMMON_RULES(TILEPROOF_X)
#undef TILEPROOF_X
    if constexpr (Broken == transform_rule::own)
        transforms::transform_book<Kind>::template demand<false>();
}

// "unmerge(4, 60)": kind and the values that its maker was given, for messages.
inline std::string describe(const transform_facts& f) {
    std::string text(name_of(f.kind));
    text += "(";
    const auto add = [&](const std::string& value) {
        if (text.back() != '(') text += ", ";
        text += value;
    };
    const auto add_list = [&](const auto& values) {
        std::string list;
        for (int i = 0; i < f.upper_rank; ++i) list += (i == 0 ? "" : ",") + say(values[i]);
        add("[" + list + "]");
    };
    const transform_shape shape = shape_of(f.kind);
    if (shape.strided) {
        add_list(f.lengths);
        add_list(f.strides);
    } else {
        const long_index_t first = with_kind(f.kind, [&](auto k) {
            using book = transforms::transform_book<k.value>;
            return book::made_of_upper_length ? book::upper_length(f, 0) : f.lengths[0];
        });
        for (int i = 0; i < f.length_count; ++i)
            if (f.lengths[i] != unknown) add(say(i == 0 ? first : f.lengths[i]));
        if (!shape.listed)
            for (int i = 0; i < f.argument_count; ++i) add(say(f.arguments[i]));
    }
    return text + ")";
}

[[noreturn]] inline void refuse_at_run_time(transform_rule rule, const transform_facts& f,
                                            const long_index_t* lower_lengths, int position) {
    std::string message = sentence_of(rule, f.kind);
    message += " Transform " + std::to_string(position) + ", " + describe(f);
    if (rule == transform_rule::element_space_fits_index) {
        message += ", needs " + say(lower_lengths[0]) + " elements";
    } else if (f.lower_rank > 0) {
        message +=
            f.lower_rank == 1 ? ", is on a dimension of length " : ", is on dimensions of lengths ";
        for (int i = 0; i < f.lower_rank; ++i)
            message += (i == 0 ? "" : ", ") + say(lower_lengths[i]);
    }
    if (rule == transform_rule::length_fits_index && f.upper_rank == 1)
        message += " and has length " + with_kind(f.kind, [&](auto k) {
                       return say(transforms::transform_book<k.value>::upper_length(f, 0));
                   });
    throw layout_error(message + ".");
}

}  // namespace tileproof::detail
