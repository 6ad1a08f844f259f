// SPDX-License-Identifier: MIT
// Classic CK's names of members, next to CK Tile's: d.GetLength(Number<0>{}) is d.get_length(number<0>{}).
//
// Each class says TILEPROOF_CK_CLASSIC_...; the rest of the layer is tileproof/ck_classic.hpp.
#pragma once

#define TILEPROOF_ALSO(Name, name)                                        \
    template <class... A>                                                 \
    constexpr TILEPROOF_HOST_DEVICE decltype(auto) Name(A&&... a) const { \
        return name(static_cast<A&&>(a)...);                              \
    }
#define TILEPROOF_ALSO_STATIC(Name, name)                                \
    template <class... A>                                                \
    static constexpr TILEPROOF_HOST_DEVICE decltype(auto) Name(A... a) { \
        return name(a...);                                               \
    }

#define TILEPROOF_CK_CLASSIC_SEQUENCE                              \
    using Type = sequence;                                         \
    TILEPROOF_ALSO_STATIC(Size, size)                              \
    TILEPROOF_ALSO_STATIC(IsStatic, is_static)                     \
    TILEPROOF_ALSO_STATIC(At, at)                                  \
    TILEPROOF_ALSO_STATIC(Get, get)                                \
    TILEPROOF_ALSO_STATIC(Front, front)                            \
    TILEPROOF_ALSO_STATIC(Back, back)                              \
    TILEPROOF_ALSO_STATIC(PushFront, push_front)                   \
    TILEPROOF_ALSO_STATIC(PushBack, push_back)                     \
    TILEPROOF_ALSO_STATIC(PopFront, pop_front)                     \
    TILEPROOF_ALSO_STATIC(PopBack, pop_back)                       \
    TILEPROOF_ALSO_STATIC(Reverse, reverse)                        \
    TILEPROOF_ALSO_STATIC(Extract, extract)                        \
    TILEPROOF_ALSO_STATIC(Modify, modify)                          \
    TILEPROOF_ALSO_STATIC(Transform, transform)                    \
    TILEPROOF_ALSO_STATIC(ReorderGivenNew2Old, reorder_new_to_old) \
    TILEPROOF_ALSO_STATIC(ReorderGivenOld2New, reorder_old_to_new)

// Of arrays and tuples.
#define TILEPROOF_CK_CLASSIC_CONTAINER              \
    TILEPROOF_ALSO_STATIC(Size, size)               \
    TILEPROOF_ALSO(At, at)                          \
    template <class I>                              \
    constexpr TILEPROOF_HOST_DEVICE auto& At(I i) { \
        return at(i);                               \
    }

#define TILEPROOF_CK_CLASSIC_TUPLE \
    TILEPROOF_CK_CLASSIC_CONTAINER \
    static constexpr TILEPROOF_HOST_DEVICE bool IsTuple() { return true; }

#define TILEPROOF_CK_CLASSIC_ADAPTOR                                                    \
    TILEPROOF_ALSO_STATIC(GetNumOfTransform, get_num_of_transform)                      \
    TILEPROOF_ALSO_STATIC(GetNumOfHiddenDimension, get_num_of_hidden_dimension)         \
    TILEPROOF_ALSO_STATIC(GetNumOfTopDimension, get_num_of_top_dimension)               \
    TILEPROOF_ALSO_STATIC(GetNumOfBottomDimension, get_num_of_bottom_dimension)         \
    TILEPROOF_ALSO_STATIC(GetLowerDimensionHiddenIdss, get_lower_dimension_hidden_idss) \
    TILEPROOF_ALSO_STATIC(GetUpperDimensionHiddenIdss, get_upper_dimension_hidden_idss) \
    TILEPROOF_ALSO_STATIC(GetTopDimensionHiddenIds, get_top_dimension_hidden_ids)       \
    TILEPROOF_ALSO_STATIC(GetBottomDimensionHiddenIds, get_bottom_dimension_hidden_ids) \
    TILEPROOF_ALSO_STATIC(IsKnownAtCompileTime, is_static)                              \
    TILEPROOF_ALSO(GetTransforms, get_transforms)                                       \
    TILEPROOF_ALSO(GetElementSize, get_element_size)                                    \
    TILEPROOF_ALSO(CalculateBottomIndex, calculate_bottom_index)

#define TILEPROOF_CK_CLASSIC_DESCRIPTOR                                                    \
    using ElementSpaceSizeType = ElementSpaceSize;                                         \
    TILEPROOF_ALSO_STATIC(GetNumOfDimension, get_num_of_dimension)                         \
    TILEPROOF_ALSO_STATIC(GetNumOfVisibleDimension, get_num_of_dimension)                  \
    TILEPROOF_ALSO_STATIC(GetLowerDimensionIdss, Adaptor::get_lower_dimension_hidden_idss) \
    TILEPROOF_ALSO_STATIC(GetUpperDimensionIdss, Adaptor::get_upper_dimension_hidden_idss) \
    TILEPROOF_ALSO_STATIC(GetVisibleDimensionIds, Adaptor::get_top_dimension_hidden_ids)   \
    TILEPROOF_ALSO_STATIC(IsKnownAtCompileTime, is_static)                                 \
    TILEPROOF_ALSO(GetLength, get_length)                                                  \
    TILEPROOF_ALSO(GetLengths, get_lengths)                                                \
    TILEPROOF_ALSO(GetElementSpaceSize, get_element_space_size)                            \
    TILEPROOF_ALSO(CalculateOffset, calculate_offset)

#define TILEPROOF_CK_CLASSIC_ADAPTOR_COORDINATE      \
    TILEPROOF_ALSO(GetTopIndex, get_top_index)       \
    TILEPROOF_ALSO(GetBottomIndex, get_bottom_index) \
    TILEPROOF_ALSO(GetHiddenIndex, get_hidden_index)

#define TILEPROOF_CK_CLASSIC_COORDINATE        \
    TILEPROOF_ALSO(GetIndex, get_index)        \
    TILEPROOF_ALSO(GetVisibleIndex, get_index) \
    TILEPROOF_ALSO(GetOffset, get_offset)

#define TILEPROOF_CK_CLASSIC_TRANSFORM                                                           \
    TILEPROOF_ALSO_STATIC(GetNumOfLowerDimension, get_num_of_lower_dimension)                    \
    TILEPROOF_ALSO_STATIC(GetNumOfUpperDimension, get_num_of_upper_dimension)                    \
    TILEPROOF_ALSO(GetUpperLengths, get_upper_lengths)                                           \
    TILEPROOF_ALSO(CalculateLowerIndex, calculate_lower_index)                                   \
    constexpr TILEPROOF_HOST_DEVICE void UpdateLowerIndex(auto& dl, const auto& du, auto& l,     \
                                                          const auto& u, const auto&...) const { \
        update_lower_index(dl, du, l, u);                                                        \
    }                                                                                            \
    TILEPROOF_ALSO_STATIC(IsValidUpperIndexAlwaysMappedToValidLowerIndex,                        \
                          is_valid_upper_index_always_mapped_to_valid_lower_index)               \
    TILEPROOF_ALSO(IsValidUpperIndexMappedToValidLowerIndex,                                     \
                   is_valid_upper_index_mapped_to_valid_lower_index)

#define TILEPROOF_CK_CLASSIC_CURVE                           \
    TILEPROOF_ALSO_STATIC(GetNumOfAccess, get_num_of_access) \
    TILEPROOF_ALSO_STATIC(GetIndex, get_index)               \
    TILEPROOF_ALSO_STATIC(GetStepBetween, get_step_between)  \
    TILEPROOF_ALSO_STATIC(GetForwardStep, get_forward_step)  \
    TILEPROOF_ALSO_STATIC(GetBackwardStep, get_backward_step)
