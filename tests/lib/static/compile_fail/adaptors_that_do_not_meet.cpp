// refused: Chained adaptors must meet
#include <tileproof/adaptor.hpp>

using namespace tileproof;

constexpr auto lower =
    make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(sequence<4, 8>{})),
                                     make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
template <long_index_t... L>
constexpr auto merging(sequence<L...> lengths, auto ids) {
    return make_single_stage_tensor_adaptor(make_tuple(make_merge_transform(lengths)),
                                            make_tuple(ids), make_tuple(sequence<0>{}));
}
#ifdef MISTAKE
constexpr auto both = chain_tensor_adaptors(lower, merging(sequence<4>{}, sequence<0>{}));
#else
constexpr auto both = chain_tensor_adaptors(lower, merging(sequence<4, 8>{}, sequence<0, 1>{}));
#endif
