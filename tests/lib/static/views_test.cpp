// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <tileproof/tensor_view.hpp>

namespace tileproof {
namespace {

struct TensorView : testing::Test {
    TensorView() { std::iota(memory.begin(), memory.end(), 0.0f); }
    std::vector<float> memory = std::vector<float>(20);
};

TEST_F(TensorView, ReadsAndWritesWhereItsDescriptorSays) {
    const auto view = make_naive_tensor_view<address_space_enum::global>(
        memory.data(), make_tuple(3, 4), make_tuple(8, 1));
    auto at = make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 2});
    EXPECT_EQ(view.get(at), 10);
    view.set(at, 100.0f);
    EXPECT_EQ(memory[10], 100);
    view.update_vectorized_elements<memory_operation_enum::add>(at, 7.0f);
    EXPECT_EQ(memory[10], 107);
}

TEST_F(TensorView, ReadsAndWritesVectors) {
    const auto view = make_naive_tensor_view(memory.data(), make_tuple(number<2>{}, number<8>{}),
                                             make_tuple(number<8>{}, number<1>{}));
    const auto at = make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<2>{1, 4});
    EXPECT_EQ((view.get_vectorized_elements<array<float, 4>>(at)),
              (array<float, 4>{{12, 13, 14, 15}}));
    view.set_vectorized_elements(at, array<float, 2>{{-1, -2}}, 2);
    EXPECT_EQ(memory[14], -1);
    EXPECT_EQ(memory[15], -2);
    EXPECT_EQ(memory[13], 13);
    EXPECT_EQ(memory[16], 16);
}

TEST_F(TensorView, PadsEachDimensionToAMultipleOfTheTile) {
    const auto view = make_naive_tensor_view(memory.data(), make_tuple(3, number<4>{}),
                                             make_tuple(8, number<1>{}));
    const auto padded =
        pad_tensor_view(view, make_tuple(number<2>{}, number<3>{}), sequence<true, true>{});
    const auto& d = padded.get_tensor_descriptor();
    EXPECT_EQ(d.get_length<0>(), 4);
    static_assert(decltype(d.get_length<1>())::value == 6);
    int seen = 0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 6; ++j) {
            const auto at = make_tensor_coordinate(d, multi_index<2>{i, j});
            const bool inside = i < 3 && j < 4;
            EXPECT_EQ(padded.get(at), inside ? static_cast<float>(i * 8 + j) : 0);
            padded.set(at, -1.0f);
            seen += inside ? 1 : 0;
        }
    EXPECT_EQ(std::count(memory.begin(), memory.end(), -1.0f), seen);
}

TEST_F(TensorView, PadsOnlyTheDimensionsThatAreAskedFor) {
    const auto view = make_naive_tensor_view_packed(memory.data(), make_tuple(4, 5));
    const auto padded = pad_tensor_view(view, make_tuple(3, 3), sequence<false, true>{});
    EXPECT_EQ(padded.get_tensor_descriptor().get_length<0>(), 4);
    EXPECT_EQ(padded.get_tensor_descriptor().get_length<1>(), 6);
    const auto whole = pad_tensor_view(view, make_tuple(2, 5), sequence<true, true>{});
    EXPECT_EQ(whole.get_tensor_descriptor().get_length<0>(), 4);
    EXPECT_EQ(whole.get_tensor_descriptor().get_length<1>(), 5);
}

TEST_F(TensorView, RefusesToPadToATileWithoutElements) {
    const auto view = make_naive_tensor_view_packed(memory.data(), make_tuple(4, 5));
    for (const int length : {0, -8}) {
        try {
            (void)pad_tensor_view(view, make_tuple(length, number<8>{}), sequence<true, true>{});
            FAIL() << "a tile of length " << length << " was accepted";
        } catch (const layout_error& error) {
            EXPECT_EQ(error.what(),
                      "A tile has at least one element in each dimension, but length " +
                          std::to_string(length) + " was given.");
        }
    }
}

TEST_F(TensorView, ReadsItsInvalidValueInAPad) {
    const auto d = make_naive_tensor_descriptor_packed(make_tuple(4));
    const auto padded =
        pad_tensor_view(make_tensor_view(memory.data(), d, 42.0f), make_tuple(8), sequence<true>{});
    EXPECT_EQ(padded.get(make_tensor_coordinate(padded.get_tensor_descriptor(), multi_index<1>{5})),
              42);
}

TEST_F(TensorView, OfConstElementsIsReadOnly) {
    const std::vector<float>& read_only = memory;
    const auto view = make_naive_tensor_view_packed(read_only.data(), make_tuple(20));
    static_assert(std::is_same_v<decltype(view)::buffer_view::type, const float>);
    EXPECT_EQ(view.get(make_tensor_coordinate(view.get_tensor_descriptor(), multi_index<1>{7})), 7);
}

TEST_F(TensorView, TransformedSeesTheSameBuffer) {
    const auto view = make_naive_tensor_view_packed(memory.data(), make_tuple(4, 5));
    const auto turned = transform_tensor_view(
        view, make_tuple(make_pass_through_transform(4), make_pass_through_transform(5)),
        make_tuple(sequence<0>{}, sequence<1>{}), make_tuple(sequence<1>{}, sequence<0>{}));
    EXPECT_EQ(
        turned.get(make_tensor_coordinate(turned.get_tensor_descriptor(), multi_index<2>{3, 2})),
        13);
}

using BufferView = TensorView;

TEST_F(BufferView, GuardedReadsTheInvalidValueOutsideAndWritesNothing) {
    const auto buffer = make_buffer_view<address_space_enum::global, bounds_policy::guarded>(
        memory.data(), 10, -3.0f);
    EXPECT_EQ(buffer.get(9, 0, true), 9);
    EXPECT_EQ(buffer.get(10, 0, true), -3);
    EXPECT_EQ(buffer.get(-1, 0, true), -3);
    EXPECT_EQ((buffer.get<array<float, 2>>(9, 0, true)), (array<float, 2>{{-3, -3}}));
    EXPECT_EQ((buffer.get<array<float, 2>>(4, 4, true)), (array<float, 2>{{8, 9}}));
    buffer.set(10, 0, true, 0.0f);
    buffer.set<array<float, 2>>(9, 0, true, {{0, 0}});
    EXPECT_EQ(memory[9], 9);
    EXPECT_EQ(memory[10], 10);
}

TEST_F(BufferView, TrappingReportsAnAccessOutside) {
    const auto buffer =
        make_buffer_view<address_space_enum::global, bounds_policy::trapping>(memory.data(), 10);
    EXPECT_EQ(buffer.get(9, 0, true), 9);
    EXPECT_EQ(buffer.get(10, 0, false), 0);  // invalid: not an access
    try {
        buffer.set<array<float, 4>>(4, 3, true, {});
        FAIL() << "an access outside was made";
    } catch (const layout_error& error) {
        EXPECT_THAT(error.what(),
                    testing::HasSubstr("4 element(s) at offset 7 is outside the buffer of 10"));
    }
}

TEST_F(BufferView, UncheckedReadsOnlyWhatIsValid) {
    const auto buffer = make_buffer_view(memory.data(), number<20>{});
    EXPECT_EQ(buffer.get(3, 0, false), 0);
    EXPECT_EQ(buffer.get(3, 1, true), 4);
    EXPECT_EQ(buffer[5], 5);
}

}  // namespace
}  // namespace tileproof
