// SPDX-License-Identifier: MIT
// Random static descriptors (generate_chains.cpp): every one compared with its dynamic twin and with the
// reference, over all indices, moves and vectors included.
#include "properties/layout/layout_laws.hpp"
#include "tests/lib/static/chains/static_form.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tileproof::tests {
namespace {

using namespace properties;

class one_form final : public layout_subject {
  public:
    explicit one_form(std::unique_ptr<layout_evaluator> (*maker)()) : make_(maker) {}
    std::string_view name() const override { return "descriptor"; }
    std::unique_ptr<layout_evaluator> make(const layout_description&) const override {
        return make_();
    }

  private:
    std::unique_ptr<layout_evaluator> (*make_)();
};

template <class Check>
void for_each_form(Check&& check) {
    for (const static_form& form : static_forms()) {
        const layout_description description = parse_layout(form.text);
        for (const auto make : {form.make, form.make_chained}) {
            const observed_layout seen(one_form(make), description);
            const law_result v = check(form, seen);
            EXPECT_FALSE(v.failed())
                << (make == form.make ? "transformed: " : "chained: ") << v.sentence();
        }
    }
}

TEST(StaticForms, AgreeWithTheirDynamicTwin) {
    for_each_form([](const static_form&, const observed_layout& seen) {
        return check_forms(*dynamic_layouts().make(seen.description()), seen);
    });
}

TEST(StaticForms, AgreeWithTheReference) {
    for_each_form(
        [](const static_form&, const observed_layout& seen) { return check_reference(seen); });
}

TEST(StaticForms, KeepTheirBounds) {
    for_each_form(
        [](const static_form&, const observed_layout& seen) { return check_bounds(seen); });
}

TEST(StaticForms, MoveToWhereTheyAreMade) {
    for_each_form([](const static_form&, const observed_layout& seen) { return check_move(seen); });
}

TEST(StaticForms, ClaimOnlySafeVectors) {
    int claimed = 0;
    for_each_form([&](const static_form&, const observed_layout& seen) {
        const law_result v = check_vectors(seen);
        claimed += v.discarded.empty() ? 1 : 0;
        return v;
    });
    EXPECT_GT(claimed, 20);
}

TEST(StaticForms, ClaimTheVectorsOfTheirDynamicTwinWhenAllIsKnown) {
    for (const static_form& form : static_forms()) {
        if (layout::parse(form.text).size() == 0) continue;  // any claim is true of nothing
        const auto dynamic = dynamic_layouts().make(parse_layout(form.text))->vectors();
        const auto known = form.make()->vectors();
        ASSERT_EQ(known.size(), dynamic.size());
        for (std::size_t d = 0; d < known.size(); ++d) {
            if (form.all_static)
                EXPECT_TRUE(known[d] == dynamic[d]) << form.text << ", dimension " << d;
            else  // what is not known claims less, and never more
                EXPECT_EQ(std::max<long_index_t>(dynamic[d].length, 1) % known[d].length, 0)
                    << form.text << ", dimension " << d;
        }
    }
}

TEST(StaticForms, ConvertToLayoutsOfTheSameMap) {
    for (const static_form& form : static_forms()) {
        const observed_layout seen(one_form(form.make), parse_layout(form.text));
        const law_result v = check_forms(*dynamic_layouts().make(form.convert()), seen);
        EXPECT_FALSE(v.failed()) << v.sentence();
    }
}

TEST(StaticForms, MeetEveryTransformBaseAndBaseOffset) {
    std::set<std::string> seen;
    int all_static = 0, count = 0;
    for (const static_form& form : static_forms()) {
        const layout_description description = parse_layout(form.text);
        seen.insert(std::string(name_of(description.base.kind)));
        if (description.base.offset)
            seen.insert(*description.base.offset == 0 ? "base offset 0" : "base offset");
        for (const stage_description& stage : description.stages)
            for (const item_description& item : stage.items)
                seen.insert(std::string(name_of(item.kind)));
        all_static += form.all_static ? 1 : 0;
        ++count;
    }
    EXPECT_GE(count, 60);
    EXPECT_GT(all_static, count / 5);
    EXPECT_LT(all_static, count);
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(transform_kind_count + base_kind_count + 2));
}

}  // namespace
}  // namespace tileproof::tests
