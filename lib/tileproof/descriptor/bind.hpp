// SPDX-License-Identifier: MIT
// A user's transform converted to the index type of the descriptor that it joins.
//
//   bind<index_t>(make_unmerge_transform(make_tuple(number<4>{}, n)))
//     -> unmerge<extents<index_t, 4, dynamic>>, n in 32 bits
//
// requires that every value fits in Index, which find_mistake (rules.hpp) has checked.
#pragma once

#include <tileproof/transforms.hpp>

namespace tileproof::detail {

template <class Index, class Field>
constexpr TILEPROOF_HOST_DEVICE auto bind_field(const Field& value) {
    if constexpr (requires { value.rank(); })
        return extents_of<Index>(value);
    else
        return hold<Index>(value);
}

template <class Index, class Transform>
struct binder {
    template <class... Field>
    constexpr TILEPROOF_HOST_DEVICE auto operator()(const Field&... value) const {
        return typename Transform::template with<decltype(bind_field<Index>(value))...>{
            bind_field<Index>(value)...};
    }
};

// A transform that becomes another one when bound (a slice forgets the length below it, a merge prepares its
// divisors) has a bound() of its own.
template <class Index, class Transform>
constexpr TILEPROOF_HOST_DEVICE auto bind(const Transform& t) {
    if constexpr (requires { t.template bound<Index>(); })
        return t.template bound<Index>();
    else
        return t.fields(binder<Index, Transform>{});
}

}  // namespace tileproof::detail
