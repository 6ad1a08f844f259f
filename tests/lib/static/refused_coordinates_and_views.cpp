// SPDX-License-Identifier: MIT
// Mistakes that do not compile: coordinates, indices and views of another descriptor.
//
// ctest compiles this file once as it is, which must work, and once with -Dmistake_NAME for each mistake: then
// the first error must be the sentence above it (cmake/TileproofRefused.cmake).
#include <tileproof/coordinate.hpp>
#include <tileproof/descriptor.hpp>
#include <tileproof/tensor_view.hpp>

using namespace tileproof;

// refused: This coordinate was made for another descriptor
namespace coordinate_of_another_descriptor {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});
constexpr auto other = make_naive_tensor_descriptor_packed(sequence<2, 8, 3>{});
template <class Start>
constexpr bool moved(Start c, auto step) {
    move_tensor_coordinate(base, c, step);
    return true;
}
#ifdef mistake_coordinate_of_another_descriptor
static_assert(moved(make_tensor_coordinate(other, multi_index<3>{1, 2, 0}), multi_index<2>{1, 0}));
#else
static_assert(moved(make_tensor_coordinate(base, multi_index<2>{1, 2}), multi_index<2>{1, 0}));
#endif
}  // namespace coordinate_of_another_descriptor

// refused: An index needs one integer for each dimension of the descriptor
namespace coordinate_of_another_rank {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef mistake_coordinate_of_another_rank
constexpr auto c = make_tensor_coordinate(base, multi_index<1>{1});
#else
constexpr auto c = make_tensor_coordinate(base, multi_index<2>{1, 2});
#endif
}  // namespace coordinate_of_another_rank

// refused: An index needs one integer for each dimension of the descriptor
namespace index_of_another_rank {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef mistake_index_of_another_rank
constexpr auto offset = base.calculate_offset(multi_index<3>{1, 2, 3});
#else
constexpr auto offset = base.calculate_offset(multi_index<2>{1, 2});
#endif
}  // namespace index_of_another_rank

// refused: An index needs one integer for each dimension of the descriptor
namespace index_of_floating_point {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});

#ifdef mistake_index_of_floating_point
constexpr auto offset = base.calculate_offset(make_tuple(1, 2.0));
#else
constexpr auto offset = base.calculate_offset(make_tuple(1, 2));
#endif
}  // namespace index_of_floating_point

// refused: pad_tensor_view needs one tile length and one true or false for each dimension
namespace pad_tensor_view_of_another_rank {
inline float memory[20] = {};
inline const auto view = make_naive_tensor_view_packed(memory, sequence<4, 5>{});
#ifdef mistake_pad_tensor_view_of_another_rank
inline const auto padded = pad_tensor_view(view, sequence<2>{}, sequence<true>{});
#else
inline const auto padded = pad_tensor_view(view, sequence<2, 2>{}, sequence<true, true>{});
#endif
}  // namespace pad_tensor_view_of_another_rank

// refused: A step needs one integer for each dimension of the descriptor
namespace step_of_another_rank {
constexpr auto base = make_naive_tensor_descriptor_packed(sequence<8, 6>{});
constexpr auto other = make_naive_tensor_descriptor_packed(sequence<2, 8, 3>{});
template <class Start>
constexpr bool moved(Start c, auto step) {
    move_tensor_coordinate(base, c, step);
    return true;
}
#ifdef mistake_step_of_another_rank
static_assert(moved(make_tensor_coordinate(base, multi_index<2>{1, 2}), multi_index<1>{1}));
#else
static_assert(moved(make_tensor_coordinate(base, multi_index<2>{1, 2}), multi_index<2>{1, 0}));
#endif
}  // namespace step_of_another_rank

// refused: A buffer is read and written as its element type
namespace vector_of_another_element {
inline float memory[20] = {};
inline const auto view = make_naive_tensor_view_packed(memory, sequence<4, 5>{});
template <class X>
X read() {
    return view.get_vectorized_elements<X>(
        make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 0}));
}
#ifdef mistake_vector_of_another_element
template array<int, 5> read<array<int, 5>>();
#else
template array<float, 5> read<array<float, 5>>();
#endif
}  // namespace vector_of_another_element

// refused: A buffer of const elements is not written to
namespace write_to_const_elements {
inline float memory[20] = {};
template <class T>
void write() {
    const auto view = make_naive_tensor_view_packed(static_cast<T*>(memory), sequence<4, 5>{});
    view.set(make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 2}), 1.0f);
}
#ifdef mistake_write_to_const_elements
template void write<const float>();
#else
template void write<float>();
#endif
}  // namespace write_to_const_elements
