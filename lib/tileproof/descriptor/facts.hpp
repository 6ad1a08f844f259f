// transform_facts: what one transform is, as plain numbers, whatever its type.
//
//   unmerge over extents<index_t, 4, dynamic>, made with 64:
//     static_facts_of<T>()   kind unmerge, upper lengths (4, unknown)
//     facts_of(t)            kind unmerge, upper lengths (4, 64)
//
// Everything that looks at transforms rather than evaluating them (checks, vector claims, printing,
// conversion to a layout) reads these: it is ordinary code, compiled once, and says `unknown` where
// only run time knows.
#pragma once

#include <tileproof/descriptor/makers.hpp>
#include <tileproof/transform_kind.hpp>

namespace tileproof::detail {

inline constexpr long_index_t unknown = std::numeric_limits<long_index_t>::min();
// What stands for a product or sum that does not fit in 64 bits; it is above every limit.
inline constexpr long_index_t too_large = std::numeric_limits<long_index_t>::max();

constexpr TILEPROOF_HOST_DEVICE long_index_t saturating_add(long_index_t a, long_index_t b) {
    if (a == unknown || b == unknown) return unknown;
    if (a == too_large || b == too_large) return too_large;
    return b > 0 && a > too_large - b ? too_large : a + b;
}
// requires a, b >= 0 or unknown
constexpr TILEPROOF_HOST_DEVICE long_index_t saturating_multiply(long_index_t a, long_index_t b) {
    if (!__builtin_is_constant_evaluated()) {
#if TILEPROOF_CHECKS_RUN_TIME_VALUES
        long_index_t product = 0;
        if (a == unknown || b == unknown) return a == 0 || b == 0 ? 0 : unknown;
        return __builtin_mul_overflow(a, b, &product) ? too_large : product;
#else
        return a * b;  // a kernel that makes a descriptor checks nothing, and divides nothing
#endif
    }
    if (a == 0 || b == 0) return 0;
    if (a == unknown || b == unknown) return unknown;
    return a > too_large / b ? too_large : a * b;
}

struct transform_facts {
    static constexpr int max_rank = 16;

    transform_kind kind{};
    int lower_rank = 0, upper_rank = 0;
    bool skips_validity = false;              // a pad without check
    bool is_static = true;                    // all of it is known at compile time
    array<long_index_t, max_rank> lengths{};  // as given to the maker
    array<long_index_t, max_rank> strides{};  // embed only
    // pad: left, right; left_pad, right_pad: the margin; slice: begin, end; freeze: position;
    // modulo: modulus; offset: distance; gather: least and greatest entry
    array<long_index_t, 2> arguments{};

    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t upper_length(int i) const {
        switch (kind) {
            case transform_kind::pad:
                return saturating_add(saturating_add(lengths[0], arguments[0]), arguments[1]);
            case transform_kind::left_pad:
            case transform_kind::right_pad:
                return saturating_add(lengths[0], arguments[0]);
            case transform_kind::merge:
            case transform_kind::merge_divmod:
                return product();
            case transform_kind::slice:
                return difference(arguments[1], arguments[0]);
            case transform_kind::offset:
                return difference(lengths[0], arguments[0]);
            default:
                return lengths[i];
        }
    }
    constexpr TILEPROOF_HOST_DEVICE_INLINE int length_count() const {
        switch (kind) {
            case transform_kind::freeze:
                return 0;
            case transform_kind::merge:
            case transform_kind::merge_divmod:
                return lower_rank;
            case transform_kind::embed:
            case transform_kind::unmerge:
            case transform_kind::replicate:
                return upper_rank;
            case transform_kind::xor_:
                return 2;
            default:
                return 1;
        }
    }
    // The product of all lengths; 0 when one of them is.
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t product() const {
        long_index_t result = 1;
        for (int i = 0; i < length_count(); ++i) result = saturating_multiply(result, lengths[i]);
        for (int i = 0; i < length_count(); ++i)
            if (lengths[i] == 0) return 0;
        return result;
    }
    // One past the greatest lower index of an embed: 1 + sum (L_i - 1) C_i; 0 when it is empty.
    constexpr TILEPROOF_HOST_DEVICE_INLINE long_index_t reach() const {
        long_index_t result = 1;
        for (int i = 0; i < upper_rank; ++i) {
            if (lengths[i] == 0) return 0;
            const long_index_t last = saturating_add(lengths[i], -1);
            result = saturating_add(result, saturating_multiply(last, strides[i]));
        }
        return result;
    }

  private:
    static constexpr TILEPROOF_HOST_DEVICE long_index_t difference(long_index_t a, long_index_t b) {
        return a == unknown || b == unknown ? unknown : a - b;
    }
};

// Reads fields: what is known at compile time always, the rest only if Known (there is an object).
template <bool Known>
struct facts_reader {
    template <class T>
    static constexpr TILEPROOF_HOST_DEVICE long_index_t one(const T& value, transform_facts& f) {
        if constexpr (is_number_v<T>) return T::value;
        f.is_static = false;
        return Known ? static_cast<long_index_t>(value) : unknown;
    }
    template <class Extents>
    static constexpr TILEPROOF_HOST_DEVICE long_index_t at(const Extents& values, int i,
                                                           transform_facts& f) {
        const long_index_t fixed = transforms::static_length_at<Extents>(i);
        if (fixed != dynamic) return fixed;
        f.is_static = false;
        return Known ? static_cast<long_index_t>(values[i]) : unknown;
    }
    template <class Extents>
    static constexpr TILEPROOF_HOST_DEVICE void list(const Extents& values,
                                                     array<long_index_t, 16>& out,
                                                     transform_facts& f) {
        static_assert(Extents::rank_static <= transform_facts::max_rank,
                      "A transform has at most 16 dimensions on either side.");
        if constexpr (Extents::rank_static > 0)
            for (int i = 0; i < Extents::rank_static; ++i) out[i] = at(values, i, f);
    }

    template <class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::pass_through<L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::pass;
        f.lengths[0] = one(t.length, f);
    }
    template <class L, class A, class B, bool Skip>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::pad<L, A, B, Skip>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::pad;
        f.skips_validity = Skip;
        f.lengths[0] = one(t.length, f);
        f.arguments = {{one(t.left, f), one(t.right, f)}};
    }
    template <class L, class A, bool Skip>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::left_pad<L, A, Skip>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::left_pad;
        f.skips_validity = Skip;
        f.lengths[0] = one(t.length, f);
        f.arguments[0] = one(t.left, f);
    }
    template <class L, class A, bool Skip>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::right_pad<L, A, Skip>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::right_pad;
        f.skips_validity = Skip;
        f.lengths[0] = one(t.length, f);
        f.arguments[0] = one(t.right, f);
    }
    template <class L, class C>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::embed<L, C>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::embed;
        list(t.lengths, f.lengths, f);
        list(t.strides, f.strides, f);
    }
    template <class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const merge_magic_of<L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::merge;
        list(t.lengths, f.lengths, f);
    }
    template <class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::merge_magic<L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::merge;
        list(t.lengths, f.lengths, f);
    }
    template <class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::merge_divmod<L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::merge_divmod;
        list(t.lengths, f.lengths, f);
    }
    template <class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::unmerge<L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::unmerge;
        list(t.lengths, f.lengths, f);
    }
    template <class P>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::freeze<P>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::freeze;
        f.arguments[0] = one(t.position, f);
    }
    template <class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::insert<L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::insert;
        f.lengths[0] = one(t.length, f);
    }
    template <class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::replicate<L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::replicate;
        list(t.lengths, f.lengths, f);
    }
    template <class L, class B, class E>
    static constexpr TILEPROOF_HOST_DEVICE void read(const slice_of<L, B, E>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::slice;
        f.lengths[0] = one(t.length, f);
        f.arguments = {{one(t.begin, f), one(t.end, f)}};
    }
    template <class B, class E>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::slice<B, E>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::slice;
        f.lengths[0] = unknown;
        f.arguments = {{one(t.begin, f), one(t.end, f)}};
    }
    template <class M, class L>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::modulo<M, L>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::modulo;
        f.lengths[0] = one(t.length, f);
        f.arguments[0] = one(t.modulus, f);
    }
    template <class L0, class L1>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::xor_with<L0, L1>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::xor_;
        f.lengths[0] = one(t.length0, f);
        f.lengths[1] = one(t.length1, f);
    }
    template <class L, class D>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::offset<L, D>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::offset;
        f.lengths[0] = one(t.length, f);
        f.arguments[0] = one(t.distance, f);
    }
    template <class T>
    static constexpr TILEPROOF_HOST_DEVICE void read(const transforms::gather<T>& t,
                                                     transform_facts& f) {
        f.kind = transform_kind::gather;
        f.lengths[0] = unknown;
        f.arguments = {{unknown, unknown}};
        if constexpr (std::is_same_v<T, span_extents>) {
            // The table may lie in a device's memory: it is not read here.
            f.is_static = false;
            if (Known) f.lengths[0] = t.table.rank();
        } else if constexpr (T::rank_static == 0) {
            f.lengths[0] = 0;
        } else {
            f.lengths[0] = T::rank_static;
            for (int i = 0; i < T::rank_static; ++i) {
                const long_index_t entry = at(t.table, i, f);
                if (entry == unknown) continue;
                if (f.arguments[0] == unknown || entry < f.arguments[0]) f.arguments[0] = entry;
                if (f.arguments[1] == unknown || entry > f.arguments[1]) f.arguments[1] = entry;
            }
        }
    }
};

// Inlined, as are the rules that read it (find_mistake): of a transform whose kind is known little is left
// but the comparisons of its own values, so that checking costs next to nothing where all is well.
template <class Transform>
constexpr TILEPROOF_HOST_DEVICE_INLINE transform_facts facts_of(const Transform& transform) {
    transform_facts facts;
    facts.lower_rank = Transform::lower_rank;
    facts.upper_rank = Transform::upper_rank;
    facts_reader<true>::read(transform, facts);
    return facts;
}

template <class Transform>
constexpr TILEPROOF_HOST_DEVICE transform_facts static_facts_of() {
    transform_facts facts;
    facts.lower_rank = Transform::lower_rank;
    facts.upper_rank = Transform::upper_rank;
    facts_reader<false>::read(Transform{}, facts);
    return facts;
}

}  // namespace tileproof::detail
