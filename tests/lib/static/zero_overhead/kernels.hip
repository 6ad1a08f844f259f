// SPDX-License-Identifier: MIT
// Pairs of kernels that do the same: <name>_descriptor with a descriptor of the library, <name>_by_hand
// with the index arithmetic that a person would write. Compiled to machine code, the first must not have
// more instructions (count_instructions.cmake). Only builtins are used, so that no device library is
// needed.
#include <tileproof/tensor_view.hpp>

using namespace tileproof;

#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE static inline __attribute__((device))

DEVICE int lane() { return static_cast<int>(__builtin_amdgcn_workitem_id_x()); }
DEVICE int block_x() { return static_cast<int>(__builtin_amdgcn_workgroup_id_x()); }
DEVICE int block_y() { return static_cast<int>(__builtin_amdgcn_workgroup_id_y()); }

// The article's chain: 256 x 128 as 4 x 64 x 128 as 4 x 8192.

KERNEL article_descriptor(const float* in, float* out) {
    constexpr auto base = make_naive_tensor_descriptor(sequence<256, 128>{}, sequence<128, 1>{});
    constexpr auto split = transform_tensor_descriptor(
        base,
        make_tuple(make_unmerge_transform(sequence<4, 64>{}),
                   make_pass_through_transform(number<128>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<0, 1>{}, sequence<2>{}));
    constexpr auto d = transform_tensor_descriptor(
        split,
        make_tuple(make_pass_through_transform(number<4>{}),
                   make_merge_transform(sequence<64, 128>{})),
        make_tuple(sequence<0>{}, sequence<1, 2>{}), make_tuple(sequence<0>{}, sequence<1>{}));
    const int offset = d.calculate_offset(make_tuple(block_y(), block_x() * 256 + lane()));
    out[offset] = in[offset] + 1;
}

KERNEL article_by_hand(const float* in, float* out) {
    const unsigned place = static_cast<unsigned>(block_x() * 256 + lane());
    const int offset =
        (block_y() * 64 + static_cast<int>(place / 128)) * 128 + static_cast<int>(place % 128);
    out[offset] = in[offset] + 1;
}

// A block's five dimensions seen as three.

KERNEL five_to_three_descriptor(const float* in, float* out) {
    constexpr auto base = make_naive_tensor_descriptor_packed(sequence<64, 4, 2, 64, 4>{});
    constexpr auto d = transform_tensor_descriptor(
        base,
        make_tuple(make_pass_through_transform(number<64>{}),
                   make_merge_transform(sequence<4, 2>{}), make_merge_transform(sequence<64, 4>{})),
        make_tuple(sequence<0>{}, sequence<1, 2>{}, sequence<3, 4>{}),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}));
    const int offset = d.calculate_offset(make_tuple(block_x(), block_y(), lane()));
    out[offset] = in[offset] + 1;
}

KERNEL five_to_three_by_hand(const float* in, float* out) {
    const unsigned wave = static_cast<unsigned>(block_y()), thread = static_cast<unsigned>(lane());
    const int offset =
        (((block_x() * 4 + static_cast<int>(wave / 2)) * 2 + static_cast<int>(wave % 2)) * 64 +
         static_cast<int>(thread / 4)) *
            4 +
        static_cast<int>(thread % 4);
    out[offset] = in[offset] + 1;
}

// Image to column: n x h x w x c, filter 3 x 3, pads of 1; 11 transforms.

template <class H, class W, class C>
DEVICE auto image_to_column(int n, H h, W w, C c) {
    constexpr number<1> one{};
    constexpr number<3> three{};
    const auto image = make_naive_tensor_descriptor_packed(make_tuple(n, h, w, c));
    const auto padded = transform_tensor_descriptor(
        image,
        make_tuple(make_pass_through_transform(n), make_pad_transform(h, one, one),
                   make_pad_transform(w, one, one), make_pass_through_transform(c)),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}));
    const auto windows = transform_tensor_descriptor(
        padded,
        make_tuple(make_pass_through_transform(n),
                   make_embed_transform(make_tuple(three, h), make_tuple(one, one)),
                   make_embed_transform(make_tuple(three, w), make_tuple(one, one)),
                   make_pass_through_transform(c)),
        make_tuple(sequence<0>{}, sequence<1>{}, sequence<2>{}, sequence<3>{}),
        make_tuple(sequence<0>{}, sequence<1, 2>{}, sequence<3, 4>{}, sequence<5>{}));
    return transform_tensor_descriptor(
        windows,
        make_tuple(make_merge_transform(make_tuple(n, h, w)),
                   make_merge_transform(make_tuple(three, three, c))),
        make_tuple(sequence<0, 2, 4>{}, sequence<1, 3, 5>{}),
        make_tuple(sequence<0>{}, sequence<1>{}));
}

template <class Descriptor>
DEVICE void copy_columns(const Descriptor& d, const float* in, float* out) {
    const auto at = make_tensor_coordinate(d, make_tuple(block_x(), lane()));
    const bool valid = coordinate_has_valid_offset_assuming_top_index_is_valid(d, at);
    out[block_x() * 256 + lane()] = valid ? in[at.get_offset()] : 0.0f;
}

DEVICE void copy_columns_by_hand(int h, int w, int c, const float* in, float* out) {
    const unsigned row = static_cast<unsigned>(block_x()), column = static_cast<unsigned>(lane());
    const unsigned uw = static_cast<unsigned>(w), uh = static_cast<unsigned>(h),
                   uc = static_cast<unsigned>(c);
    const int wo = static_cast<int>(row % uw), ho = static_cast<int>(row / uw % uh),
              n = static_cast<int>(row / uw / uh);
    const int channel = static_cast<int>(column % uc), x = static_cast<int>(column / uc % 3),
              y = static_cast<int>(column / uc / 3);
    const int hi = ho + y - 1, wi = wo + x - 1;
    const bool valid = static_cast<unsigned>(hi) < uh && static_cast<unsigned>(wi) < uw;
    out[block_x() * 256 + lane()] = valid ? in[((n * h + hi) * w + wi) * c + channel] : 0.0f;
}

KERNEL image_to_column_constant_descriptor(const float* in, float* out) {
    copy_columns(image_to_column(2, number<28>{}, number<30>{}, number<16>{}), in, out);
}
KERNEL image_to_column_constant_by_hand(const float* in, float* out) {
    copy_columns_by_hand(28, 30, 16, in, out);
}
// Made on the host, as CK Tile does with lengths of run time: the divisions are ready.
using run_time_image = decltype(image_to_column(0, 0, 0, 0));
KERNEL image_to_column_run_time_descriptor(const float* in, float* out, run_time_image d) {
    copy_columns(d, in, out);
}
KERNEL image_to_column_run_time_by_hand(const float* in, float* out, int h, int w, int c) {
    copy_columns_by_hand(h, w, c, in, out);
}

// Transposes: of any rows x columns with a bounds check, and of tiles without.

KERNEL transpose_descriptor(const float* in, float* out, int rows, int columns) {
    const auto source = make_naive_tensor_descriptor_packed(make_tuple(rows, columns));
    const auto target = transform_tensor_descriptor(
        make_naive_tensor_descriptor_packed(make_tuple(columns, rows)),
        make_tuple(make_pass_through_transform(columns), make_pass_through_transform(rows)),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
    const auto place = make_tuple(block_y(), block_x() * 256 + lane());
    if (place.get<1>() < source.get_length<1>())
        out[target.calculate_offset(place)] = in[source.calculate_offset(place)];
}
KERNEL transpose_by_hand(const float* in, float* out, int rows, int columns) {
    const int row = block_y(), column = block_x() * 256 + lane();
    if (column < columns) out[column * rows + row] = in[row * columns + column];
}

KERNEL transpose_constant_descriptor(const float* in, float* out) {
    constexpr auto source = make_naive_tensor_descriptor_packed(sequence<2560, 32>{});
    constexpr auto target = transform_tensor_descriptor(
        make_naive_tensor_descriptor_packed(sequence<32, 2560>{}),
        make_tuple(make_pass_through_transform(number<32>{}),
                   make_pass_through_transform(number<2560>{})),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
    const auto place = make_tuple(block_x() * 8 + lane() / 32, lane() % 32);
    out[target.calculate_offset(place)] = in[source.calculate_offset(place)];
}
KERNEL transpose_constant_by_hand(const float* in, float* out) {
    const int row = block_x() * 8 + lane() / 32, column = lane() % 32;
    out[column * 2560 + row] = in[row * 32 + column];
}

// A tile in LDS whose rows of 8 vectors of 4 are swizzled against bank conflicts; read back turned.

using vector = float __attribute__((ext_vector_type(4)));

KERNEL swizzled_tile_descriptor(const vector* in, vector* out) {
    __attribute__((shared)) static vector tile[32 * 8];
    constexpr auto groups = make_naive_tensor_descriptor_packed(sequence<32, 8>{});
    constexpr auto d = transform_tensor_descriptor(
        groups, make_tuple(make_xor_transform(make_tuple(number<32>{}, number<8>{}))),
        make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{}));
    tile[d.calculate_offset(make_tuple(lane() / 8, lane() % 8))] = in[lane()];
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "workgroup");
    __builtin_amdgcn_s_barrier();
    out[lane()] = tile[d.calculate_offset(make_tuple(lane() % 32, lane() / 32))];
}
KERNEL swizzled_tile_by_hand(const vector* in, vector* out) {
    __attribute__((shared)) static vector tile[32 * 8];
    const int row = lane() / 8, group = lane() % 8;
    tile[row * 8 + (group ^ (row % 8))] = in[lane()];
    __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "workgroup");
    __builtin_amdgcn_s_barrier();
    const int turned_row = lane() % 32, turned_group = lane() / 32;
    out[lane()] = tile[turned_row * 8 + (turned_group ^ (turned_row % 8))];
}

// A loop that moves a coordinate down a column.

KERNEL column_sum_descriptor(const float* in, float* out, int rows, int columns) {
    const auto d = make_naive_tensor_descriptor_packed(make_tuple(rows, columns));
    auto at = make_tensor_coordinate(d, make_tuple(0, block_x() * 256 + lane()));
    float sum = 0;
    for (int row = 0; row < rows; ++row) {
        sum += in[at.get_offset()];
        move_tensor_coordinate(d, at, make_tuple(number<1>{}, number<0>{}));
    }
    out[block_x() * 256 + lane()] = sum;
}
KERNEL column_sum_by_hand(const float* in, float* out, int rows, int columns) {
    int offset = block_x() * 256 + lane();
    float sum = 0;
    for (int row = 0; row < rows; ++row) {
        sum += in[offset];
        offset += columns;
    }
    out[block_x() * 256 + lane()] = sum;
}

// A padded view read through its coordinate, element by element.

KERNEL padded_view_descriptor(const float* in, float* out, int rows, int columns) {
    const auto view = pad_tensor_view(
        make_naive_tensor_view_packed<address_space_enum::global>(in, make_tuple(rows, columns)),
        make_tuple(number<8>{}, number<256>{}), sequence<false, true>{});
    const auto at = make_tensor_coordinate(view.get_tensor_descriptor(),
                                           make_tuple(block_y(), block_x() * 256 + lane()));
    out[(block_y() * 64 + block_x()) * 256 + lane()] = view.get(at);
}
KERNEL padded_view_by_hand(const float* in, float* out, int, int columns) {
    const int row = block_y(), column = block_x() * 256 + lane();
    out[(block_y() * 64 + block_x()) * 256 + lane()] =
        column < columns ? in[row * columns + column] : 0.0f;
}
