// SPDX-License-Identifier: MIT
// Mistakes that only run time knows: a layout_error with the rule and the values. Those that the
// compiler knows are in compile_fail/.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tileproof/tensor_view.hpp>

namespace tileproof {
namespace {

using testing::AllOf;
using testing::HasSubstr;

#define EXPECT_REFUSED(expression, matcher)           \
    try {                                             \
        static_cast<void>(expression);                \
        ADD_FAILURE() << #expression " was accepted"; \
    } catch (const layout_error& error) {             \
        EXPECT_THAT(error.what(), matcher);           \
    }

int run_time(int value) {
    volatile int hidden = value;
    return hidden;
}

template <class Transform, class Lower, class Upper>
auto on(int length, const Transform& transform, Lower lower, Upper upper) {
    return transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(length)),
                                       make_tuple(transform), make_tuple(lower), make_tuple(upper));
}
template <class Transform>
auto on(int length, const Transform& transform) {
    return on(length, transform, sequence<0>{}, sequence<0>{});
}

TEST(Descriptor, RefusesAnUnmergeWhoseProductIsNotTheLength) {
    EXPECT_REFUSED(on(256, make_unmerge_transform(make_tuple(4, number<60>{})), sequence<0>{},
                      sequence<0, 1>{}),
                   AllOf(HasSubstr("An unmerge needs lengths whose product"),
                         HasSubstr("unmerge(4, 60)"), HasSubstr("length 256")));
}

TEST(Descriptor, RefusesLengthsThatAreNotThoseBelow) {
    const auto rule = HasSubstr("must be the length of the dimension");
    EXPECT_REFUSED(on(9, make_pass_through_transform(run_time(8))),
                   AllOf(rule, HasSubstr("pass(8)"), HasSubstr("length 9")));
    EXPECT_REFUSED(on(9, make_pad_transform(8, 1, 1)), rule);
    EXPECT_REFUSED(on(9, make_left_pad_transform(10, 1)), rule);
    EXPECT_REFUSED(on(9, make_right_pad_transform(10, 1)), rule);
    EXPECT_REFUSED(on(9, make_slice_transform(8, 1, 2)), rule);
    const auto two = make_naive_tensor_descriptor_packed(make_tuple(8, 4));
    EXPECT_REFUSED(
        transform_tensor_descriptor(two, make_tuple(make_merge_transform(make_tuple(4, 8))),
                                    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{})),
        AllOf(rule, HasSubstr("merge(4, 8)"), HasSubstr("lengths 8, 4")));
    EXPECT_REFUSED(
        transform_tensor_descriptor(two, make_tuple(make_xor_transform(make_tuple(4, 8))),
                                    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{})),
        rule);
}

TEST(Descriptor, RefusesAnEmbedThatReachesOutside) {
    EXPECT_REFUSED(on(9, make_embed_transform(make_tuple(2, 4), make_tuple(3, 2)), sequence<0>{},
                      sequence<0, 1>{}),
                   HasSubstr("An embed must not reach outside"));
}

TEST(Descriptor, RefusesWhatLiesOutsideTheDimension) {
    EXPECT_REFUSED(on(9, make_slice_transform(9, 5, 3)), HasSubstr("0 <= begin <= end"));
    EXPECT_REFUSED(on(9, make_slice_transform(9, 5, 10)), HasSubstr("0 <= begin <= end"));
    EXPECT_REFUSED(on(9, make_freeze_transform(9), sequence<0>{}, sequence<>{}),
                   AllOf(HasSubstr("A freeze needs a position inside"), HasSubstr("freeze(9)")));
    EXPECT_REFUSED(on(9, make_modulo_transform(0, 4)), HasSubstr("a modulus from 1"));
    EXPECT_REFUSED(on(9, make_modulo_transform(10, 4)), HasSubstr("a modulus from 1"));
    EXPECT_REFUSED(on(9, make_offset_transform(9, 1)),
                   AllOf(HasSubstr("as long as its length and its distance together"),
                         HasSubstr("offset(9, 1)"), HasSubstr("length 9")));
    EXPECT_REFUSED(on(9, make_indexing_transform(make_tuple(3, 9))),
                   HasSubstr("The entries of an indexing transform"));
}

TEST(Descriptor, RefusesAnXorOfALengthThatIsNoPowerOfTwo) {
    const auto two = make_naive_tensor_descriptor_packed(make_tuple(8, 6));
    EXPECT_REFUSED(
        transform_tensor_descriptor(two, make_tuple(make_xor_transform(make_tuple(8, 6))),
                                    make_tuple(sequence<0, 1>{}), make_tuple(sequence<0, 1>{})),
        HasSubstr("must be a power of two"));
}

TEST(Descriptor, RefusesNegativeValues) {
    const auto rule = HasSubstr("must not be negative");
    EXPECT_REFUSED(make_naive_tensor_descriptor_packed(make_tuple(-1)), rule);
    EXPECT_REFUSED(make_naive_tensor_descriptor(make_tuple(3), make_tuple(-1)), rule);
    EXPECT_REFUSED(on(9, make_pad_transform(9, -1, 2)), rule);
    EXPECT_REFUSED(on(9, make_freeze_transform(-1), sequence<0>{}, sequence<>{}), rule);
    EXPECT_REFUSED(make_naive_tensor_descriptor_aligned(make_tuple(3, 4), 0),
                   HasSubstr("must be at least 1, but 0 was given"));
}

TEST(Descriptor, RefusesAnElementSpaceThatDoesNotFitItsIndexType) {
    const auto rule = HasSubstr("The element space does not fit");
    EXPECT_REFUSED(
        make_naive_tensor_descriptor(make_tuple(run_time(65537), 65537), make_tuple(65537, 1)),
        AllOf(rule, HasSubstr("needs 4295098369 elements")));
    EXPECT_REFUSED(make_naive_tensor_descriptor_packed(make_tuple(run_time(1 << 16), 1 << 15)),
                   rule);
    EXPECT_NO_THROW(make_naive_tensor_descriptor_packed(make_tuple((1 << 16) - 1, 1 << 15)));
    EXPECT_REFUSED(
        make_naive_tensor_descriptor_with_offset(make_tuple(1 << 30), make_tuple(1), 1 << 30),
        rule);
    const long_index_t large = long_index_t{1} << 32;
    EXPECT_REFUSED(make_naive_tensor_descriptor_packed<long_index_t>(make_tuple(large, large)),
                   AllOf(rule, HasSubstr("needs 2^63 or more elements")));
}

TEST(Descriptor, RefusesAStrideThatDoesNotFitItsIndexTypeEvenWhereNoIndexMeetsIt) {
    EXPECT_REFUSED(
        make_naive_tensor_descriptor(make_tuple(1, 2), make_tuple(long_index_t{1} << 32, 1)),
        AllOf(HasSubstr("A stride does not fit"), HasSubstr("[4294967296,1]")));
}

TEST(Descriptor, RefusesALengthThatDoesNotFitItsIndexType) {
    EXPECT_REFUSED(
        transform_tensor_descriptor(make_naive_tensor_descriptor_packed(make_tuple(1)),
                                    make_tuple(make_pass_through_transform(1),
                                               make_insert_transform(long_index_t{1} << 31)),
                                    make_tuple(sequence<0>{}, sequence<>{}),
                                    make_tuple(sequence<0>{}, sequence<1>{})),
        AllOf(HasSubstr("A length does not fit"), HasSubstr("insert(2147483648)")));
}

TEST(Descriptor, RefusesAMergeBeyondItsMagicDivision) {
    // Two inserted dimensions make an index of 2^32 without any memory.
    const auto base = make_naive_tensor_descriptor_packed(make_tuple(1));
    const auto wide = transform_tensor_descriptor(
        base,
        make_tuple(make_pass_through_transform(1),
                   make_replicate_transform(make_tuple(1 << 16, 1 << 16))),
        make_tuple(sequence<0>{}, sequence<>{}), make_tuple(sequence<0>{}, sequence<1, 2>{}));
    EXPECT_REFUSED(
        transform_tensor_descriptor(wide,
                                    make_tuple(make_pass_through_transform(1),
                                               make_merge_transform(make_tuple(1 << 16, 1 << 16))),
                                    make_tuple(sequence<0>{}, sequence<1, 2>{}),
                                    make_tuple(sequence<0>{}, sequence<1>{})),
        AllOf(HasSubstr("A length does not fit"), HasSubstr("length 4294967296")));
}

TEST(Descriptor, RefusesRowsThatRoundedUpDoNotFit64Bits) {
    const long_index_t long_row = (long_index_t{1} << 62) + 5;
    EXPECT_REFUSED(
        make_naive_tensor_descriptor_aligned<long_index_t>(make_tuple(4, long_row), long_row + 2),
        HasSubstr("The element space does not fit"));
    EXPECT_REFUSED(make_naive_tensor_descriptor_aligned<long_index_t>(make_tuple(2, long_row),
                                                                      (long_index_t{1} << 62) + 4),
                   AllOf(HasSubstr("A stride does not fit"), HasSubstr("[2^63 or more,1]")));
    EXPECT_REFUSED(make_naive_tensor_descriptor_aligned(make_tuple(4, run_time(-1)), 8),
                   AllOf(HasSubstr("must not be negative"), HasSubstr("[4,-1]")));
}

TEST(Descriptor, RefusesAnIndexingTransformOfAnotherLengthThanItsEntries) {
    EXPECT_REFUSED(make_indexing_transform(run_time(5), make_tuple(1, 2, 3)),
                   AllOf(HasSubstr("one entry for each upper index"), HasSubstr("3 were given"),
                         HasSubstr("length 5")));
    static constexpr long_index_t table[] = {1, 0};
    EXPECT_NO_THROW(make_indexing_transform(run_time(2), table));
    EXPECT_REFUSED(make_indexing_transform(run_time(-1), table), HasSubstr("length -1"));
    EXPECT_REFUSED(make_indexing_transform((long_index_t{1} << 32) + 2, table),
                   HasSubstr("length 4294967298"));
}

TEST(Descriptor, RefusesAGuaranteeThatTheStridesContradict) {
    EXPECT_REFUSED(make_naive_tensor_descriptor(make_tuple(8, 16), make_tuple(25, 1), number<8>{},
                                                number<1>{}),
                   HasSubstr("must divide the offset and every other stride"));
    EXPECT_REFUSED(make_naive_tensor_descriptor(make_tuple(8, 12), make_tuple(24, 1), number<8>{},
                                                number<1>{}),
                   HasSubstr("must divide the length of the last dimension"));
    EXPECT_REFUSED(make_naive_tensor_descriptor(make_tuple(8, 16), make_tuple(24, 2), number<8>{},
                                                number<1>{}),
                   HasSubstr("must be the stride of the last dimension"));
    EXPECT_REFUSED(make_naive_tensor_descriptor_with_offset(make_tuple(8, 16), make_tuple(24, 1), 4,
                                                            number<8>{}, number<1>{}),
                   HasSubstr("at offset 4"));
    EXPECT_REFUSED(make_naive_tensor_descriptor_packed(make_tuple(8, 12), number<8>{}),
                   HasSubstr("must divide the length of the last dimension"));
}

TEST(Descriptor, RefusesAnElementSpaceSmallerThanItsAdaptorReaches) {
    const auto adaptor =
        make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(make_tuple(4, 64))),
                                         make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    EXPECT_REFUSED(make_tensor_descriptor_from_adaptor(adaptor, 255), HasSubstr("length 255"));
    EXPECT_NO_THROW(make_tensor_descriptor_from_adaptor(adaptor, 256));
}

TEST(Adaptor, ChainedRefusesLengthsThatDoNotMeet) {
    const auto lower =
        make_single_stage_tensor_adaptor(make_tuple(make_unmerge_transform(make_tuple(4, 64))),
                                         make_tuple(sequence<0>{}), make_tuple(sequence<0, 1>{}));
    const auto upper =
        make_single_stage_tensor_adaptor(make_tuple(make_merge_transform(make_tuple(64, 4))),
                                         make_tuple(sequence<0, 1>{}), make_tuple(sequence<0>{}));
    EXPECT_REFUSED(chain_tensor_adaptors(lower, upper), HasSubstr("merge(64, 4)"));
}

}  // namespace
}  // namespace tileproof
