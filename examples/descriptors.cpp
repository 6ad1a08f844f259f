// SPDX-License-Identifier: MIT
// The programs of AMD's pages on tensor descriptors, transforms and coordinates, written for tileproof.
//
//   g++ -std=c++20 -I lib examples/descriptors.cpp -o descriptors && ./descriptors
//
// What it prints is kept in examples/descriptors.txt, and compared with it by a test.
#include <cstdio>
#include <tileproof/print_descriptor.hpp>
#include <tileproof/tensor_view.hpp>

using namespace tileproof;

namespace {

template <class Descriptor>
void show(const char* what, const Descriptor& descriptor) {
    std::printf("\n%s\n%s", what, to_string(descriptor).c_str());
    std::printf("  as layout text      %s\n", to_layout(descriptor).text().c_str());
}

void strided_packed_aligned() {
    const auto strided = make_naive_tensor_descriptor(make_tuple(3, 4), make_tuple(8, 1));
    show("3 x 4, rows 8 apart", strided);
    std::printf("  offset of (1,2)     %d\n", strided.calculate_offset(multi_index<2>{1, 2}));
    std::printf("  memory of its rows  %ld\n",
                static_cast<long>(to_layout(strided).padded_allocation_size()));

    const auto packed = make_naive_tensor_descriptor_packed(make_tuple(3, 4));
    show("3 x 4 packed", packed);
    std::printf("  offset of (1,2)     %d\n", packed.calculate_offset(multi_index<2>{1, 2}));

    const auto aligned = make_naive_tensor_descriptor_aligned(make_tuple(4, 5), 8);
    show("4 x 5, rows aligned to 8", aligned);
    std::printf("  memory of its rows  %ld\n",
                static_cast<long>(to_layout(aligned).padded_allocation_size()));
}

void split_and_merge() {
    constexpr auto base = make_naive_tensor_descriptor_packed(make_tuple(number<2>{}, number<6>{}));
    constexpr auto split = transform_tensor_descriptor(
        base,
        make_tuple(make_pass_through_transform(number<2>{}),
                   make_unmerge_transform(make_tuple(number<2>{}, number<3>{}))),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0>{}, sequence<1, 2>{}));
    show("2 x 6 as 2 x 2 x 3", split);

    constexpr number<64> issues{};  // 256 rows, 4 waves along them
    constexpr auto block = make_naive_tensor_descriptor_packed(
        make_tuple(issues, number<4>{}, number<2>{}, number<64>{}, number<4>{}));
    constexpr auto view = transform_tensor_descriptor(
        block,
        make_tuple(make_pass_through_transform(issues),
                   make_merge_transform(make_tuple(number<4>{}, number<2>{})),
                   make_merge_transform(make_tuple(number<64>{}, number<4>{}))),
        make_tuple(sequence<0>{}, sequence<1, 2>{}, sequence<3, 4>{}),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}));
    show("a block of five dimensions as three", view);
}

void chain() {
    constexpr auto unmerge = make_single_stage_tensor_adaptor(
        make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{}))),
        make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    std::printf("\nunmerge(4,64) of (1,3)\n  bottom index        %d\n",
                unmerge.calculate_bottom_index(multi_index<2>{1, 3})[0]);

    constexpr auto base = make_naive_tensor_descriptor(make_tuple(number<256>{}, number<128>{}),
                                                       make_tuple(number<128>{}, number<1>{}));
    constexpr auto split = transform_tensor_descriptor(
        base,
        make_tuple(make_unmerge_transform(make_tuple(number<4>{}, number<64>{})),
                   make_pass_through_transform(number<128>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
    show("256 x 128, its rows split in 4 x 64", split);
    auto at = make_tensor_coordinate(split, multi_index<3>{1, 3, 2});
    std::printf("  offset of (1,3,2)   %d\n  hidden index        ", at.get_offset());
    for (const int i : at.get_hidden_index()) std::printf("%d ", i);
    move_tensor_coordinate(split, at, multi_index<3>{1, -3, 5});
    std::printf("\n  moved by (1,-3,5)   %d\n", at.get_offset());

    constexpr auto merged = transform_tensor_descriptor(
        split,
        make_tuple(make_pass_through_transform(number<4>{}),
                   make_merge_transform(make_tuple(number<64>{}, number<128>{}))),
        make_tuple(sequence<0>{}, sequence<1, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    show("and the last two merged", merged);
}

void turned_padded_sliced() {
    const auto matrix = make_naive_tensor_descriptor_packed(make_tuple(3, 4));
    const auto both = make_tuple(sequence<0>{}, sequence<1>{});
    show("3 x 4 turned",
         transform_tensor_descriptor(
             matrix, make_tuple(make_pass_through_transform(4), make_pass_through_transform(3)),
             make_tuple(sequence<1>{}, sequence<0>{}), both));
    show("3 x 4 with a pad of 1 around it",
         transform_tensor_descriptor(
             matrix, make_tuple(make_pad_transform(3, 1, 1), make_pad_transform(4, 1, 1)), both,
             both));
    show("rows 1 and 2, columns 1 to 3 of 3 x 4",
         transform_tensor_descriptor(
             matrix, make_tuple(make_slice_transform(3, 1, 3), make_slice_transform(4, 1, 4)), both,
             both));
}

void padded_view() {
    float memory[12];
    for (int i = 0; i < 12; ++i) memory[i] = static_cast<float>(i);
    const auto view = pad_tensor_view(
        make_naive_tensor_view_packed<address_space_enum::global>(memory, make_tuple(3, 4)),
        make_tuple(number<2>{}, number<3>{}), sequence<true, true>{});
    const auto& descriptor = view.get_tensor_descriptor();
    std::printf("\n3 x 4 read through tiles of 2 x 3\n");
    for (int row = 0; row < descriptor.get_length<0>(); ++row) {
        for (int column = 0; column < descriptor.get_length<1>(); ++column)
            std::printf("%4g",
                        view.get(make_tensor_coordinate(descriptor, multi_index<2>{row, column})));
        std::printf("\n");
    }
}

}  // namespace

int main() {
    strided_packed_aligned();
    split_and_merge();
    chain();
    turned_padded_sliced();
    padded_view();
}
