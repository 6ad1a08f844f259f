// The rules that a transform must keep with the dimensions below it, each with its sentence.
//
//   unmerge(4, 60) on a dimension of length 256 breaks unmerge_product
//
// A rule broken by compile-time values is a static_assert with the sentence; one broken by run-time
// values is a layout_error on the host, the same sentence with the values after it. Device code
// checks nothing: make descriptors with run-time lengths on the host, or be sure of the lengths.
#pragma once

#include <string>
#include <tileproof/descriptor/facts.hpp>
#include <tileproof/layout_error.hpp>

// X(rule, sentence)
#define TILEPROOF_TRANSFORM_RULES(X)                                                            \
    X(not_negative, "A length, stride, pad or position must not be negative.")                  \
    X(same_length,                                                                              \
      "The length given to a transform must be the length of the dimension that it is put on.") \
    X(unmerge_product,                                                                          \
      "An unmerge needs lengths whose product is the length of the dimension that it splits.")  \
    X(embed_reach, "An embed must not reach outside the dimension that it is laid into.")       \
    X(slice_range, "A slice needs 0 <= begin <= end <= the length of the dimension below.")     \
    X(freeze_range, "A freeze needs a position inside the dimension that it fixes.")            \
    X(modulo_range, "A modulo needs a modulus from 1 to the length of the dimension below.")    \
    X(xor_power_of_two, "The second length of an xor must be a power of two.")                  \
    X(offset_range, "An offset must not be larger than the length of the dimension below.")     \
    X(gather_range, "The entries of an indexing transform must lie in the dimension below.")    \
    X(length_fits_index,                                                                        \
      "A length does not fit in the descriptor's index type; make the descriptor with "         \
      "long_index_t.")                                                                          \
    X(stride_fits_index,                                                                        \
      "A stride does not fit in the descriptor's index type; make the descriptor with "         \
      "long_index_t.")                                                                          \
    X(element_space_fits_index,                                                                 \
      "The element space does not fit in the descriptor's index type, so that offsets would "   \
      "overflow; make the descriptor with long_index_t.")

namespace tileproof::detail {

enum class transform_rule {
    none,
#define TILEPROOF_X(rule, sentence) rule,
    TILEPROOF_TRANSFORM_RULES(TILEPROOF_X)
#undef TILEPROOF_X
};

constexpr const char* sentence_of(transform_rule rule) {
    switch (rule) {
#define TILEPROOF_X(rule, sentence) \
    case transform_rule::rule:      \
        return sentence;
        TILEPROOF_TRANSFORM_RULES(TILEPROOF_X)
#undef TILEPROOF_X
        default:
            return "";
    }
}

constexpr TILEPROOF_HOST_DEVICE bool is_power_of_two(long_index_t n) {
    return n > 0 && (n & (n - 1)) == 0;
}

// Whether a <= b; unknown values break no rule here, they are checked when they are known.
constexpr TILEPROOF_HOST_DEVICE bool may_be_at_most(long_index_t a, long_index_t b) {
    return a == unknown || b == unknown || a <= b;
}

// The first rule that the transform breaks on dimensions of these lengths (unknown is no length and
// breaks nothing). on_memory: the dimension below is the offset, whose length, the element space,
// may be larger than what the transform reaches.
constexpr TILEPROOF_HOST_DEVICE_INLINE transform_rule
find_mistake(const transform_facts& f, const long_index_t* lower_lengths,
             long_index_t largest_index, bool on_memory) {
    for (int i = 0; i < f.length_count(); ++i) {
        if (f.lengths[i] != unknown && f.lengths[i] < 0) return transform_rule::not_negative;
        if (f.strides[i] != unknown && f.strides[i] < 0) return transform_rule::not_negative;
    }
    for (int i = 0; i < 2; ++i)
        if (f.arguments[i] != unknown && f.arguments[i] < 0)
            return f.kind == transform_kind::gather ? transform_rule::gather_range
                                                    : transform_rule::not_negative;
    const long_index_t below = f.lower_rank > 0 ? lower_lengths[0] : unknown;
    const auto fits = [&](long_index_t length, long_index_t lower) {
        return may_be_at_most(length, lower) &&
               (on_memory || length == unknown || lower == unknown || length == lower);
    };
    switch (f.kind) {
        case transform_kind::pass:
        case transform_kind::pad:
        case transform_kind::left_pad:
        case transform_kind::right_pad:
            if (!fits(f.lengths[0], below)) return transform_rule::same_length;
            break;
        case transform_kind::embed:
            if (!may_be_at_most(f.reach(), below)) return transform_rule::embed_reach;
            break;
        case transform_kind::unmerge:
            if (!fits(f.product(), below)) return transform_rule::unmerge_product;
            break;
        case transform_kind::merge:
        case transform_kind::merge_divmod:
            for (int i = 0; i < f.lower_rank; ++i)
                if (!fits(f.lengths[i], lower_lengths[i])) return transform_rule::same_length;
            break;
        case transform_kind::xor_:
            if (f.lengths[1] != unknown && !is_power_of_two(f.lengths[1]))
                return transform_rule::xor_power_of_two;
            if (!fits(f.lengths[0], below) || !fits(f.lengths[1], lower_lengths[1]))
                return transform_rule::same_length;
            break;
        case transform_kind::slice:
            if (!fits(f.lengths[0], below)) return transform_rule::same_length;
            if (!may_be_at_most(f.arguments[0], f.arguments[1]) ||
                !may_be_at_most(f.arguments[1], f.lengths[0]) ||
                !may_be_at_most(f.arguments[1], below))
                return transform_rule::slice_range;
            break;
        case transform_kind::freeze:
            if (!may_be_at_most(saturating_add(f.arguments[0], 1), below))
                return transform_rule::freeze_range;
            break;
        case transform_kind::modulo:
            if (f.arguments[0] == 0 || !may_be_at_most(f.arguments[0], below))
                return transform_rule::modulo_range;
            break;
        case transform_kind::offset:
            // An empty tensor behind an offset reaches nothing, whatever the offset.
            if (on_memory && f.arguments[0] == f.lengths[0]) break;
            if (!fits(f.lengths[0], below)) return transform_rule::same_length;
            if (!may_be_at_most(f.arguments[0], f.lengths[0])) return transform_rule::offset_range;
            break;
        case transform_kind::gather:
            if (f.lengths[0] != 0 && !may_be_at_most(saturating_add(f.arguments[1], 1), below))
                return transform_rule::gather_range;
            break;
        case transform_kind::insert:
        case transform_kind::replicate:
            break;
    }
    for (int i = 0; i < f.upper_rank; ++i)
        if (!may_be_at_most(f.strides[i], largest_index)) return transform_rule::stride_fits_index;
    for (int i = 0; i < f.upper_rank; ++i)
        if (!may_be_at_most(f.upper_length(i), largest_index))
            return transform_rule::length_fits_index;
    return transform_rule::none;
}

// A compile error with the sentence of the rule.
template <transform_rule Broken>
constexpr TILEPROOF_HOST_DEVICE void refuse_at_compile_time() {
#define TILEPROOF_X(rule, sentence) static_assert(Broken != transform_rule::rule, sentence);
    TILEPROOF_TRANSFORM_RULES(TILEPROOF_X)
#undef TILEPROOF_X
}

// "unmerge(4, 60)": kind and values, for messages.
inline std::string describe(const transform_facts& f) {
    std::string text(name_of(f.kind));
    text += "(";
    const auto say = [](long_index_t value) {
        return value == unknown     ? std::string("?")
               : value == too_large ? std::string("2^63 or more")
                                    : std::to_string(value);
    };
    const auto add = [&](long_index_t value) {
        if (text.back() != '(') text += ", ";
        text += say(value);
    };
    const auto add_list = [&](const auto& values) {
        std::string list;
        for (int i = 0; i < f.upper_rank; ++i) list += (i == 0 ? "" : ",") + say(values[i]);
        text += (text.back() == '(' ? "[" : ", [") + list + "]";
    };
    switch (f.kind) {
        case transform_kind::embed:
            add_list(f.lengths);
            add_list(f.strides);
            break;
        case transform_kind::slice:
            break;
        default:
            for (int i = 0; i < f.length_count(); ++i) add(f.lengths[i]);
    }
    switch (f.kind) {
        case transform_kind::pad:
        case transform_kind::slice:
            add(f.arguments[0]);
            add(f.arguments[1]);
            break;
        case transform_kind::left_pad:
        case transform_kind::right_pad:
        case transform_kind::freeze:
        case transform_kind::modulo:
        case transform_kind::offset:
            add(f.arguments[0]);
            break;
        default:
            break;
    }
    return text + ")";
}

[[noreturn]] inline void refuse_at_run_time(transform_rule rule, const transform_facts& f,
                                            const long_index_t* lower_lengths, int position) {
    std::string message = sentence_of(rule);
    message += " Transform " + std::to_string(position) + ", " + describe(f);
    if (rule == transform_rule::element_space_fits_index) {
        message += ", needs ";
        message +=
            lower_lengths[0] == too_large ? "2^63 or more" : std::to_string(lower_lengths[0]);
        message += " elements";
    } else if (f.lower_rank > 0) {
        message +=
            f.lower_rank == 1 ? ", is on a dimension of length " : ", is on dimensions of lengths ";
        for (int i = 0; i < f.lower_rank; ++i)
            message += (i == 0 ? "" : ", ") +
                       (lower_lengths[i] == unknown ? "?" : std::to_string(lower_lengths[i]));
    }
    if (rule == transform_rule::length_fits_index && f.upper_rank == 1) {
        message += " and has length ";
        message +=
            f.upper_length(0) == too_large ? "2^63 or more" : std::to_string(f.upper_length(0));
    }
    throw layout_error(message + ".");
}

}  // namespace tileproof::detail
