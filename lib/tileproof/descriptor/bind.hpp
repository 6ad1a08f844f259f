// A transform as its user made it, given the index type of the descriptor that it joins.
//
//   bind<index_t>(make_unmerge_transform(make_tuple(number<4>{}, n)))
//     -> unmerge<extents<index_t, 4, dynamic>>, n in 32 bits
//
// requires that every value fits in Index: find_mistake (rules.hpp) has been asked before.
#pragma once

#include <tileproof/descriptor/makers.hpp>

namespace tileproof::detail {

template <class Index, class L>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::pass_through<L>& t) {
    return transforms::pass_through<held_as_t<Index, L>>{hold<Index>(t.length)};
}
template <class Index, class L, class A, class B, bool S>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::pad<L, A, B, S>& t) {
    return transforms::pad<held_as_t<Index, L>, held_as_t<Index, A>, held_as_t<Index, B>, S>{
        hold<Index>(t.length), hold<Index>(t.left), hold<Index>(t.right)};
}
template <class Index, class L, class A, bool S>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::left_pad<L, A, S>& t) {
    return transforms::left_pad<held_as_t<Index, L>, held_as_t<Index, A>, S>{hold<Index>(t.length),
                                                                             hold<Index>(t.left)};
}
template <class Index, class L, class A, bool S>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::right_pad<L, A, S>& t) {
    return transforms::right_pad<held_as_t<Index, L>, held_as_t<Index, A>, S>{hold<Index>(t.length),
                                                                              hold<Index>(t.right)};
}
template <class Index, class L, class C>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::embed<L, C>& t) {
    const auto lengths = extents_of<Index>(t.lengths);
    const auto strides = extents_of<Index>(t.strides);
    return transforms::embed<std::remove_cv_t<decltype(lengths)>,
                             std::remove_cv_t<decltype(strides)>>{lengths, strides};
}
template <class Index, class L>
constexpr TILEPROOF_HOST_DEVICE auto bind(const merge_magic_of<L>& t) {
    const auto lengths = extents_of<Index>(t.lengths);
    return transforms::merge_magic<std::remove_cv_t<decltype(lengths)>>(lengths);
}
template <class Index, class L>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::merge_divmod<L>& t) {
    const auto lengths = extents_of<Index>(t.lengths);
    return transforms::merge_divmod<std::remove_cv_t<decltype(lengths)>>{lengths};
}
template <class Index, class L>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::unmerge<L>& t) {
    const auto lengths = extents_of<Index>(t.lengths);
    return transforms::unmerge<std::remove_cv_t<decltype(lengths)>>{lengths};
}
template <class Index, class P>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::freeze<P>& t) {
    return transforms::freeze<held_as_t<Index, P>>{hold<Index>(t.position)};
}
template <class Index, class L>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::insert<L>& t) {
    return transforms::insert<held_as_t<Index, L>>{hold<Index>(t.length)};
}
template <class Index, class L>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::replicate<L>& t) {
    const auto lengths = extents_of<Index>(t.lengths);
    return transforms::replicate<std::remove_cv_t<decltype(lengths)>>{lengths};
}
template <class Index, class L, class B, class E>
constexpr TILEPROOF_HOST_DEVICE auto bind(const slice_of<L, B, E>& t) {
    return transforms::slice<held_as_t<Index, B>, held_as_t<Index, E>>{hold<Index>(t.begin),
                                                                       hold<Index>(t.end)};
}
template <class Index, class M, class L>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::modulo<M, L>& t) {
    return transforms::modulo<held_as_t<Index, M>, held_as_t<Index, L>>{hold<Index>(t.modulus),
                                                                        hold<Index>(t.length)};
}
template <class Index, class L0, class L1>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::xor_with<L0, L1>& t) {
    return transforms::xor_with<held_as_t<Index, L0>, held_as_t<Index, L1>>{hold<Index>(t.length0),
                                                                            hold<Index>(t.length1)};
}
template <class Index, class L, class D>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::offset<L, D>& t) {
    return transforms::offset<held_as_t<Index, L>, held_as_t<Index, D>>{hold<Index>(t.length),
                                                                        hold<Index>(t.distance)};
}
template <class Index, class T>
constexpr TILEPROOF_HOST_DEVICE auto bind(const transforms::gather<T>& t) {
    const auto table = extents_of<Index>(t.table);
    return transforms::gather<std::remove_cv_t<decltype(table)>>{table};
}

}  // namespace tileproof::detail
