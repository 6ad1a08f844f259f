// refused: An unmerge needs lengths whose product is the length of the dimension that it splits
#include <tileproof/descriptor.hpp>

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
constexpr auto d = make_tensor_descriptor_from_adaptor(lower, number<31>{});
#else
constexpr auto d = make_tensor_descriptor_from_adaptor(lower, number<32>{});
#endif
