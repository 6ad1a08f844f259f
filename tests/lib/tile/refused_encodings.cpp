// SPDX-License-Identifier: MIT
// Mistakes that do not compile: encodings of tile distributions.
//
// ctest compiles this file once as it is, which must work, and once with -Dmistake_NAME for each mistake: then
// the first error must be the sentence above it (cmake/TileproofRefused.cmake).
#include <tileproof/tile/tile_window.hpp>

#include "encodings.hpp"

using namespace tileproof;
using namespace tileproof::tests;
template <index_t... V>
using s = sequence<V...>;
template <class... T>
using t = tuple<T...>;

namespace right {
using subject = tile_distribution_encoding<s<2>, t<s<2, 2>>, t<s<0, 1>>, t<s<0, 0>>, s<1>, s<1>>;
static_assert(subject::get_thread_buffer_size() > 0);
}  // namespace right

// refused: an H dim is used by no P and no Y
namespace h_dim_unused {
#ifdef mistake_h_dim_unused
using subject = tile_distribution_encoding<s<>, t<s<2, 2>>, t<s<1>>, t<s<0>>, s<>, s<>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace h_dim_unused

// refused: an R dim longer than 1 is used by no P
namespace r_dim_unused {
#ifdef mistake_r_dim_unused
using subject = tile_distribution_encoding<s<2>, t<s<2>>, t<s<1>>, t<s<0>>, s<>, s<>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace r_dim_unused

// refused: an R or H dim is used twice
namespace dim_used_twice {
#ifdef mistake_dim_used_twice
using subject = tile_distribution_encoding<s<>, t<s<2>>, t<s<1>>, t<s<0>>, s<1>, s<0>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace dim_used_twice

// refused: a Y dim uses an R dim
namespace y_dim_of_r {
#ifdef mistake_y_dim_of_r
using subject = tile_distribution_encoding<s<2>, t<s<2>>, t<s<1>>, t<s<0>>, s<0>, s<0>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace y_dim_of_r

// refused: names an R or H dim that does not exist
namespace dim_that_does_not_exist {
#ifdef mistake_dim_that_does_not_exist
using subject = tile_distribution_encoding<s<>, t<s<2>>, t<s<2>>, t<s<0>>, s<1>, s<0>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace dim_that_does_not_exist

// refused: a length of R or H is below 1
namespace length_below_1 {
#ifdef mistake_length_below_1
using subject = tile_distribution_encoding<s<>, t<s<0>>, t<s<1>>, t<s<0>>, s<>, s<>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace length_below_1

// refused: the product of all R and H lengths passes
namespace product_beyond_64_bits {
#ifdef mistake_product_beyond_64_bits
using subject = tile_distribution_encoding<s<>, t<s<65536, 65536>, s<65536, 65536>>,
                                           t<s<1, 1, 2, 2>>, t<s<0, 1, 0, 1>>, s<>, s<>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace product_beyond_64_bits

// refused: a list of majors and its list of minors differ in length
namespace majors_and_minors_of_other_lengths {
#ifdef mistake_majors_and_minors_of_other_lengths
using subject = tile_distribution_encoding<s<>, t<s<2, 2>>, t<s<1, 1>>, t<s<0>>, s<1>, s<1>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace majors_and_minors_of_other_lengths

// refused: there are not as many lists of P majors as of P minors
namespace fewer_p_majors_than_minors {
#ifdef mistake_fewer_p_majors_than_minors
using subject = tile_distribution_encoding<s<>, t<s<2, 2>>, t<s<1>>, t<s<0>, s<1>>, s<>, s<>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace fewer_p_majors_than_minors

// refused: the parameters are a sequence (R), three tuples of sequences
namespace h_that_is_no_tuple {
#ifdef mistake_h_that_is_no_tuple
using subject = tile_distribution_encoding<s<>, s<2, 2>, t<s<1>>, t<s<0>>, s<1>, s<1>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace h_that_is_no_tuple

// refused: more dims than tile_encoding's bounds
namespace too_many_dims {
#ifdef mistake_too_many_dims
using subject =
    tile_distribution_encoding<s<1, 1, 1, 1, 1, 1, 1, 1, 1>, t<s<2>>, t<s<1>>, t<s<0>>, s<>, s<>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace too_many_dims

// refused: the outer and the inner encoding have different numbers of X dims
namespace embedding_of_another_rank {
#ifdef mistake_embedding_of_another_rank
using one = tile_distribution_encoding<s<>, t<s<2>>, t<>, t<>, s<1>, s<0>>;
using subject = embed_tile_distribution_encoding<one, copy_encoding>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace embedding_of_another_rank

// refused: an X dim to reduce does not exist or is named twice
namespace reduced_dim_that_does_not_exist {
#ifdef mistake_reduced_dim_that_does_not_exist
using subject = reduce_tile_distribution_encoding<copy_encoding, s<2>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace reduced_dim_that_does_not_exist

// refused: a slice cuts an H dim that a P owns
namespace slice_of_a_thread_dim {
#ifdef mistake_slice_of_a_thread_dim
using subject = slice_tile_distribution_encoding<copy_encoding, s<0, 0>, s<16, 8>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace slice_of_a_thread_dim

// refused: each dim needs 0 <= begin < end <= X length
namespace slice_beyond_the_length {
#ifdef mistake_slice_beyond_the_length
using subject = slice_tile_distribution_encoding<copy_encoding, s<0, 0>, s<129, 8>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace slice_beyond_the_length

// refused: a slice begins or ends inside a faster H dim
namespace slice_inside_a_faster_dim {
#ifdef mistake_slice_inside_a_faster_dim
using subject = slice_tile_distribution_encoding<copy_encoding, s<16, 0>, s<48, 8>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace slice_inside_a_faster_dim

// refused: one begin and one end for each X dim are needed
namespace slice_of_another_rank {
#ifdef mistake_slice_of_another_rank
using subject = slice_tile_distribution_encoding<copy_encoding, s<0>, s<64>>;
static_assert(subject::get_thread_buffer_size() > 0);
#endif
}  // namespace slice_of_another_rank

// refused: this register is not one of the distribution's Y dims
namespace register_that_does_not_exist {
#ifdef mistake_register_that_does_not_exist
using two = tile_distribution<copy_encoding>;
constexpr int n = two::get_register(s<4, 0>{});
#endif
}  // namespace register_that_does_not_exist

// refused: a tile with 2^31 elements or threads does not fit
namespace too_many_elements {
#ifdef mistake_too_many_elements
using subject = tile_distribution_encoding<s<>, t<s<65536, 65536>>, t<s<1>>, t<s<0>>, s<1>, s<1>>;
constexpr auto too_large = make_static_tile_distribution(subject{}).get_lengths();
#endif
}  // namespace too_many_elements
