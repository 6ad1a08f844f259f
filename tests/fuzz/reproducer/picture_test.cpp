// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/reproducer.hpp"

#include <tileproof/layout_text.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace tileproof::fuzz {

using properties::dynamic_layouts;
using properties::layout_evaluator;
using properties::layout_index;
using properties::layout_subject;

namespace {

using offset_of = std::function<std::optional<long_index_t>(std::span<const long_index_t>,
                                                            std::optional<long_index_t> right)>;

// The library, but for the offsets that the test changes.
class changed_subject final : public layout_subject {
  public:
    explicit changed_subject(offset_of change) : change_(std::move(change)) {}
    std::string_view name() const override { return "changed"; }
    std::unique_ptr<layout_evaluator> make(const layout_description& layout) const override {
        return std::make_unique<evaluator>(dynamic_layouts().make(layout), change_);
    }

  private:
    struct evaluator final : layout_evaluator {
        evaluator(std::unique_ptr<layout_evaluator> right, const offset_of& change)
            : right_(std::move(right)), change_(change) {}
        layout_index lengths() const override { return right_->lengths(); }
        long_index_t element_space_size() const override { return right_->element_space_size(); }
        std::optional<long_index_t> offset(std::span<const long_index_t> index) const override {
            return change_(index, right_->offset(index));
        }
        std::unique_ptr<layout_evaluator> right_;
        const offset_of& change_;
    };
    offset_of change_;
};

std::string picture(const char* layout, const offset_of& change) {
    return picture_of_wrong(changed_subject(change), parse_layout(layout));
}

using index_span = std::span<const long_index_t>;
using found = std::optional<long_index_t>;

TEST(WrongPicture, ShowsEveryCellAndMarksTheWrongOnes) {
    EXPECT_EQ(picture("packed [2,3] -> {pass: 0 -> 0; right_pad(1): 1 -> 1}",
                      [](index_span index, found right) -> found {
                          if (index[0] == 1 && index[1] == 0) return 5;
                          if (index[0] == 0 && index[1] == 3) return 3;
                          if (index[0] == 1 && index[1] == 2) return std::nullopt;
                          return right;
                      }),
              "Offsets: \"7|1\" is 7 where 1 is right, \".\" is no element; 3 of 8 are wrong.\n\n"
              "  (0,*)    0   1   2 3|.\n"
              "  (1,*)  5|3   4 .|5   .\n");
}

TEST(WrongPicture, MarksOffsetsOutsideTheElementSpace) {
    EXPECT_EQ(picture("packed [3]",
                      [](index_span index, found right) -> found {
                          return index[0] == 2 ? 12 : index[0] == 1 ? -7 : right;
                      }),
              "Offsets: \"7|1\" is 7 where 1 is right, \".\" is no element, \"9!\" lies outside "
              "the element "
              "space of 3; 2 of 3 are wrong.\n\n"
              "  (*)      0 -7!|1 12!|2\n");
}

TEST(WrongPicture, NamesTheRowsOfThreeDims) {
    EXPECT_EQ(picture("packed [2,2,2]",
                      [](index_span index, found right) -> found {
                          return index[0] == 1 && index[1] == 0 && index[2] == 1 ? 0 : right;
                      }),
              "Offsets: \"7|1\" is 7 where 1 is right, \".\" is no element; 1 of 8 is wrong.\n\n"
              "  (0,0,*)    0   1\n"
              "  (0,1,*)    2   3\n"
              "  (1,0,*)    4 0|5\n"
              "  (1,1,*)    6   7\n");
}

TEST(WrongPicture, HasOneCellForALayoutWithoutDims) {
    EXPECT_EQ(
        picture("packed [2] -> {freeze(1): 0 -> ()}", [](index_span, found) -> found { return 0; }),
        "Offsets: \"7|1\" is 7 where 1 is right, \".\" is no element; 1 of 1 is wrong.\n\n"
        "  ()  0|1\n");
}

TEST(WrongPicture, CutsALargeLayoutAroundTheFirstWrongCell) {
    const std::string text =
        picture("packed [100,100]", [](index_span index, found right) -> found {
            return index[0] == 70 && index[1] >= 50 ? *right - 1 : right;
        });
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "Offsets: \"7|1\" is 7 where 1 is right, \".\" is no element; 50 of 10000 are wrong. "
              "Shown is the "
              "part around the first.");
    EXPECT_NE(text.find("\n  (58,44..55)       5844"), text.npos) << text;
    EXPECT_NE(
        text.find("\n  (70,44..55)       7044      7045      7046      7047      7048      7049 "
                  "7049|7050 7050|7051"),
        text.npos)
        << text;
    EXPECT_NE(text.find("\n  (81,44..55) "), text.npos) << text;
    EXPECT_EQ(text.find("(82,"), text.npos) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 + 24);
}

TEST(WrongPicture, IsEmptyWhereNothingIsWrong) {
    EXPECT_EQ(picture("packed [2,3]", [](index_span, found right) { return right; }), "");
    EXPECT_EQ(picture("packed [0]", [](index_span, found right) { return right; }), "");
}

}  // namespace
}  // namespace tileproof::fuzz
