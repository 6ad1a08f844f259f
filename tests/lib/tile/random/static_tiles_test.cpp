// SPDX-License-Identifier: MIT
// Random static encodings (generate_tiles.cpp): each is the encoding of its text, covers its tile, and agrees
// with the reference, as a distribution and as an adaptor.
#include "properties/tile/tile_subject.hpp"
#include "tests/lib/tile/random/static_tile.hpp"

#include <gtest/gtest.h>

#include <tileproof/tile/tile_text.hpp>

namespace tileproof::tests {
namespace {

using namespace properties;

class one_form : public tile_subject {
  public:
    explicit one_form(std::unique_ptr<tile_evaluator> (*maker)()) : make_(maker) {}
    std::string_view name() const override { return "tile_distribution"; }
    std::unique_ptr<tile_evaluator> make(const tile_encoding&) const override { return make_(); }

  private:
    std::unique_ptr<tile_evaluator> (*make_)();
};

template <class Law>
void expect_law(Law law) {
    for (const static_tile_form& form : static_tile_forms()) {
        const tile_encoding e = parse_tile(form.text);
        for (const auto make : {form.make, form.make_adaptor}) {
            if (!make) continue;
            const law_result v = law(one_form(make), e);
            EXPECT_EQ(v.discarded, "") << form.text;
            EXPECT_FALSE(v.failed())
                << (make == form.make ? "distribution: " : "adaptor: ") << v.sentence();
        }
    }
}

TEST(StaticTiles, AreTheEncodingsOfTheirTexts) {
    ASSERT_GE(static_tile_forms().size(), 20u);
    for (const static_tile_form& form : static_tile_forms())
        EXPECT_EQ(print_tile(form.value), form.text);
}

TEST(StaticTiles, CoverTheirTile) { expect_law(check_coverage); }

TEST(StaticTiles, AgreeWithTheReference) { expect_law(check_tile_reference); }

TEST(StaticTiles, ComeWithReplicationWithoutAndWithEveryNumberOfP) {
    int replicated = 0, adaptors = 0;
    bool seen[4] = {};
    for (const static_tile_form& form : static_tile_forms()) {
        replicated += tile_map(form.value).replicas > 1 ? 1 : 0;
        adaptors += form.make_adaptor ? 1 : 0;
        seen[form.value.p.size()] = true;
    }
    EXPECT_GT(replicated, 3);
    EXPECT_GT(adaptors, 10);
    EXPECT_TRUE(seen[0] && seen[1] && seen[2] && seen[3]);
}

}  // namespace
}  // namespace tileproof::tests
