// SPDX-License-Identifier: MIT
#include "properties/device/l12_devices.hpp"

#include "tests/properties/wrong.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>
#include <tileproof/layout_view.hpp>
#include <tileproof/tile/tile_text.hpp>
#include <tileproof/tile/tile_view.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace tileproof::properties {
namespace {

using kernels::evaluation;

// Does by hand what the kernel does, then changes one answer.
class by_hand : public batch_evaluator {
  public:
    using change = std::function<void(evaluation, std::vector<long_index_t>&)>;
    explicit by_hand(change c = [](evaluation, auto&) {}) : change_(std::move(c)) {}
    std::string_view name() const override { return "paper"; }
    std::vector<long_index_t> run(evaluation what, const evaluation_batch& batch) const override {
        const std::vector<std::uint64_t> moved = batch.images;  // at another address
        std::vector<long_index_t> results;
        for (std::size_t j = 0; j < batch.jobs.size(); ++j) {
            const auto& job = batch.jobs[j];
            EXPECT_EQ(job.results_at, std::ssize(results));
            EXPECT_GT(job.image_at, 0);
            const long_index_t end =
                j + 1 < batch.jobs.size() ? batch.jobs[j + 1].results_at : batch.results;
            for (long_index_t k = 0; k < end - job.results_at; ++k) {
                numbers[what].insert(job.first + k * job.step);
                results.push_back(answer(what, &moved[static_cast<std::size_t>(job.image_at / 8)],
                                         job.first + k * job.step));
            }
        }
        change_(what, results);
        return results;
    }
    mutable std::map<evaluation, std::set<long_index_t>> numbers;

  private:
    static long_index_t answer(evaluation what, const void* image, long_index_t number) {
        const tile_view tile(image);
        switch (what) {
            case evaluation::tile_elements: {
                const long_index_t thread = number / tile.registers();
                return tile.element_of(thread, number % tile.registers()) +
                       tile.elements() * tile.replica_of(thread);
            }
            case evaluation::tile_holders:
                return tile.holder_of(number % tile.elements(), number / tile.elements());
            default: {
                const layout_view view(image);
                std::vector<long_index_t> index(static_cast<std::size_t>(view.rank()));
                for (int d = view.rank() - 1; d >= 0; --d) {
                    index[static_cast<std::size_t>(d)] = number % view.length(d);
                    number /= view.length(d);
                }
                long_index_t offset = 0;
                return view.offset(index, offset) ? offset : kernels::no_element;
            }
        }
    }
    change change_;
};

std::vector<layout_description> layouts(std::initializer_list<const char*> texts) {
    std::vector<layout_description> list;
    for (const char* text : texts) list.push_back(parse_layout(text));
    return list;
}

TEST(LawOfDevices, HoldsWhereTheAnswersAreThoseOfTheHost) {
    const by_hand paper;
    const auto batch = layouts({"packed [2,3]", "packed [4] -> {pad(1,2): 0 -> 0}",
                                "naive [5,6] strides [7,1] offset 3 -> {merge: 0,1 -> 0}"});
    const law_result v = check_devices(paper, batch);
    EXPECT_TRUE(v.held()) << v.sentence();
    EXPECT_EQ(paper.numbers[evaluation::layout_offsets].size(), 30u);
    EXPECT_EQ(paper.numbers[evaluation::layout_moves].size(), 30u);
}

TEST(LawOfDevices, NamesTheLayoutAndTheIndexOfTheFirstWrongAnswer) {
    const by_hand one_wrong([](evaluation what, auto& results) {
        if (what == evaluation::layout_offsets) results[3 + 5] = 77;
    });
    const failure f = wrong(check_devices(one_wrong, layouts({"packed [3]", "packed [2,3]"})));
    EXPECT_EQ(f.where.text, "packed [2,3]");
    EXPECT_EQ(f.where.index, (index_list{1, 2}));
    EXPECT_EQ(sentence(f),
              "In packed [2,3], index (1,2) has offset 77 on paper, but offset 5 on the host.");
    const by_hand astray([](evaluation what, auto& results) {
        if (what == evaluation::layout_moves) results.back() = kernels::no_element;
    });
    EXPECT_EQ(
        sentence(wrong(check_devices(astray, layouts({"packed [3]"})))),
        "In packed [3], index (2) has no element on paper after a move from (0), but offset 2 "
        "on the host.");
    // A pad's index at offset -1 is not without an element.
    const by_hand below([](evaluation, auto& results) { results.front() = -1; });
    const failure pad =
        wrong(check_devices(below, layouts({"packed [1] -> {left_pad(1): 0 -> 0}"})));
    EXPECT_EQ(pad.actual->value, fact(-1));
    EXPECT_EQ(pad.expected->value, fact());
    const by_hand silent([](evaluation, auto& results) { results.pop_back(); });
    EXPECT_TRUE(check_devices(silent, layouts({"packed [3]"})).failed());
}

TEST(LawOfDevices, LooksAtBothEndsAndTheMiddleOfALargeLayout) {
    const by_hand paper;
    EXPECT_TRUE(check_devices(paper, layouts({"packed [1000000,1000000]"}), 64).held());
    const auto& numbers = paper.numbers[evaluation::layout_offsets];
    EXPECT_EQ(numbers.size(), 64u);
    EXPECT_TRUE(numbers.contains(0));
    EXPECT_TRUE(numbers.contains(999'999'999'999));
    EXPECT_GT(*numbers.lower_bound(400'000'000'000), 400'000'000'000);
    EXPECT_LT(*numbers.lower_bound(400'000'000'000), 600'000'000'000);
}

TEST(LawOfDevices, DoesNotMoveWhatAThreadCannotHold) {
    std::string text = "packed [2]";
    for (int i = 0; i < 70; ++i) text += " -> {pass: 0 -> 0}";
    const by_hand paper;
    EXPECT_TRUE(check_devices(paper, layouts({text.c_str()})).held());
    EXPECT_EQ(paper.numbers[evaluation::layout_offsets].size(), 2u);
    EXPECT_EQ(paper.numbers[evaluation::layout_moves].size(), 0u);
}

TEST(LawOfDevices, DiscardsABatchWithoutAnIndex) {
    EXPECT_NE(check_devices(by_hand(), layouts({"packed [0]"})).discarded, "");
    EXPECT_NE(check_devices(by_hand(), {}).discarded, "");
    EXPECT_NE(check_tile_devices(by_hand(), {}).discarded, "");
}

TEST(LawOfDevices, JudgesTilesForthAndBack) {
    const std::vector<tile_encoding> tiles{
        parse_tile("tile R=[2] H=[[4,1,32],[2,4]] P=[[0,0],[1,2;2,0]] Y=[1,1,2;0,1,1]"),
        parse_tile("tile R=[] H=[] P=[] Y=[]")};
    const by_hand paper;
    EXPECT_TRUE(check_tile_devices(paper, tiles).held());
    EXPECT_EQ(paper.numbers[evaluation::tile_elements].size(), 2048u);
    EXPECT_EQ(paper.numbers[evaluation::tile_holders].size(), 2048u);
    const by_hand one_wrong([](evaluation what, auto& results) {
        if (what == evaluation::tile_elements) results[17] = 0;
    });
    const failure f = wrong(check_tile_devices(one_wrong, tiles));
    EXPECT_EQ(f.where.text, print_tile(tiles[0]));
    EXPECT_EQ(f.actual->value, fact("replica 0, element 0"));
    EXPECT_EQ(f.expected->value, fact("replica 0, element 5"));
    const by_hand elsewhere([](evaluation what, auto& results) {
        if (what == evaluation::tile_holders) results[1] = 0;
    });
    const failure holder = wrong(check_tile_devices(elsewhere, tiles));
    EXPECT_EQ(holder.where.at.back(), (std::pair<std::string, long_index_t>{"element", 1}));
    EXPECT_EQ(holder.actual->value, fact("holder thread 0, register 0"));
}

TEST(LawOfDevices, LetsTheRefusalOfALayoutThrough) {
    layout_description no = parse_layout("packed [2]");
    no.base.lengths = {-2};
    EXPECT_THROW(check_devices(by_hand(), std::vector{no}), layout_error);
}

}  // namespace
}  // namespace tileproof::properties
