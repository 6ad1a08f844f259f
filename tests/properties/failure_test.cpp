// SPDX-License-Identifier: MIT
#include "properties/failure.hpp"

#include "properties/property.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace tileproof::properties {
namespace {

using nlohmann::json;

failure wrong_offset() {
    return {.law = law_id::L2,
            .kind = failure_kind::wrong_value,
            .where = {.text = "packed [2,3]", .index = {1, 2}},
            .quantity = "offset",
            .actual = said_value{6, ""},
            .expected = said_value{5, ""}};
}

failure wrong_elements() {
    return {.law = law_id::K1,
            .kind = failure_kind::wrong_value,
            .where = {.operand = "output", .index = {1, 0}, .number = 3, .affected = 3, .of = 12},
            .actual = said_value{"5 (0x05)", ""},
            .expected = said_value{"4 (0x04)", ""}};
}

failure raced() {
    return {.law = law_id::K6,
            .kind = failure_kind::race,
            .witness = failure_witness{"transpose",
                                       {.file = "t.hip",
                                        .function = "transpose",
                                        .line = 18,
                                        .column = 7,
                                        .block = {0, 0, 1},
                                        .thread = {0, 1, 0}},
                                       kernel_access{.file = "t.hip", .line = 14, .write = true}},
            .detail = "Thread (0,1,0) reads what (1,0,0) writes."};
}

TEST(Failure, OfALayoutSaysIndexActualAndExpected) {
    EXPECT_EQ(sentence(wrong_offset()),
              "In packed [2,3], index (1,2) has offset 6, but must have offset 5.");
}

TEST(Failure, SaysNoElementForAnOffsetThatIsNothing) {
    failure f = wrong_offset();
    f.actual->value = {};
    EXPECT_EQ(sentence(f), "In packed [2,3], index (1,2) has no element, but must have offset 5.");
}

TEST(Failure, OfTwoFormsSaysWhoSaysWhat) {
    failure f = wrong_offset();
    f.actual->by = "on cuda", f.expected->by = "on the host";
    EXPECT_EQ(sentence(f),
              "In packed [2,3], index (1,2) has offset 6 on cuda, but offset 5 on the host.");
}

TEST(Failure, OfAWholeLayoutSaysTheQuantity) {
    failure f = wrong_offset();
    f.where.index.clear();
    f.quantity = "lengths";
    f.actual->value = std::vector<std::int64_t>{2, 3};
    f.expected->value = std::vector<std::int64_t>{3, 2};
    EXPECT_EQ(sentence(f), "In packed [2,3], the lengths are (2,3), but must be (3,2).");
}

TEST(Failure, OfAnOperandCountsAndNamesTheFirstElement) {
    EXPECT_EQ(sentence(wrong_elements()),
              "3 of 12 elements of output are wrong: the first is element (1,0), which must be "
              "4 (0x04) and is 5 (0x05).");
}

TEST(Failure, OfAnUnwrittenOperandNamesNoValues) {
    failure f = wrong_elements();
    f.kind = failure_kind::unwritten;
    f.actual = f.expected = std::nullopt;
    EXPECT_EQ(sentence(f),
              "3 of 12 elements of output were not written: the first is element (1,0).");
}

TEST(Failure, OfWhatIsReadAsWellSaysThatItKeepsItsOldValue) {
    failure f = wrong_elements();
    f.kind = failure_kind::unwritten;
    EXPECT_EQ(sentence(f),
              "3 of 12 elements of output keep their old values: the first is element (1,0), which "
              "must be 4 (0x04) and is 5 (0x05).");
    f.where.affected = 1;
    EXPECT_EQ(sentence(f),
              "1 of 12 elements of output keeps its old value: the first is element (1,0), which "
              "must be 4 (0x04) and is 5 (0x05).");
}

TEST(Failure, WithASourceLineBeginsWithIt) {
    EXPECT_EQ(sentence(raced()), "t.hip:18: race: Thread (0,1,0) reads what (1,0,0) writes.");
}

TEST(Failure, KeepsWhatIsGivenInFrontAndDetailBehind) {
    failure f = wrong_offset();
    f.given = "The layout was cut after stage 1.";
    f.detail = "It has 6 indices.";
    EXPECT_EQ(sentence(f),
              "The layout was cut after stage 1. In packed [2,3], index (1,2) has offset 6, but "
              "must have offset 5. It has 6 indices.");
}

TEST(Failure, PrintsAnIndexInParentheses) {
    EXPECT_EQ(print_index(std::vector<std::int64_t>{1, 3, 2}), "(1,3,2)");
    EXPECT_EQ(print_index(std::vector<std::int64_t>{}), "()");
    EXPECT_EQ(say("offset", fact(5)), "offset 5");
    EXPECT_EQ(say("inverse", fact()), "no inverse");
}

// Every kind makes a sentence of whatever is known.
TEST(Failure, OfEveryKindIsASentence) {
    for (const failure_kind kind : failure_kinds())
        for (failure f : {wrong_offset(), wrong_elements(), raced()}) {
            f.kind = kind;
            const std::string text = sentence(f);
            EXPECT_GT(text.size(), 10u) << name(kind);
            EXPECT_EQ(text.back(), '.') << name(kind) << ": " << text;
        }
}

TEST(Failure, ReadsBackFromJsonAsItWasWritten) {
    failure claimed = wrong_offset();
    claimed.kind = failure_kind::repeated;
    claimed.where.other_index = {0, 0};
    claimed.where.at = {{"thread", 3}, {"register", 1}};
    claimed.where.part = "part", claimed.given = "Before.", claimed.detail = "After.";
    claimed.actual->value = {};
    failure witnessed = raced();
    witnessed.witness->memory = memory_space::shared;
    witnessed.witness->remedy = race_remedy::wave_barrier;
    witnessed.witness->bytes = 4, witnessed.witness->size = 1088;
    witnessed.witness->waiting = {{.file = "t.hip", .line = 20}};
    for (const failure& f : {wrong_offset(), wrong_elements(), raced(), claimed, witnessed}) {
        const json written = json::parse(to_json(f).dump());
        EXPECT_EQ(failure_from_json(f.law, written), f) << written;
    }
}

TEST(Failure, ThatWasStoredAsASentenceIsOfUnknownKindAndSaysIt) {
    const failure f = failure_from_json(law_id::K1, "Element (1,0) of the output is 0.");
    EXPECT_EQ(f.kind, failure_kind::unknown);
    EXPECT_EQ(sentence(f), "Element (1,0) of the output is 0.");
}

TEST(Failure, FromBrokenJsonIsRefusedWithASentence) {
    for (const json& broken :
         {json(7), json::object(), json{{"kind", "unheard of"}}, json{{"kind", 3}},
          json{{"kind", "race"}, {"where", 4}}, json{{"kind", "race"}, {"actual", "x"}},
          json{{"kind", "race"}, {"witness", json::object()}}})
        EXPECT_THROW(failure_from_json(law_id::L1, broken), bad_case) << broken;
}

TEST(CauseKey, IsTheSameForOtherNumbersOfTheSameCause) {
    failure other = wrong_offset();
    other.where.text = "packed [64,7]";
    other.where.index = {9, 9};
    other.actual->value = 12;
    other.law = law_id::L1;
    EXPECT_EQ(cause_key(other), cause_key(wrong_offset()));
}

TEST(CauseKey, DiffersByKindOperandQuantityAndWords) {
    std::set<std::string> keys{cause_key(wrong_offset()), cause_key(wrong_elements())};
    failure f = wrong_offset();
    f.kind = failure_kind::disagreement;
    keys.insert(cause_key(f));
    f = wrong_offset();
    f.quantity = "lengths";
    keys.insert(cause_key(f));
    f = wrong_offset();
    f.where.text = "packed [2,2] -> {xor: 0,1 -> 0,1}";
    keys.insert(cause_key(f));
    f = wrong_elements();
    f.where.operand = "D";
    keys.insert(cause_key(f));
    EXPECT_EQ(keys.size(), 6u);
}

TEST(CauseKey, KeepsTheLineOfAFileThatItsPartNamesAndNoOtherNumber) {
    const auto key = [](const std::string& part) {
        return cause_key(
            {.law = law_id::L13, .kind = failure_kind::unknown, .where = {.part = part}});
    };
    EXPECT_NE(key("finding_file.cpp:35"), key("finding_file.cpp:42"));
    EXPECT_EQ(key("element 3 of 7"), key("element 4 of 9"));
    const auto overflow = [&](int address, const std::string& line) {
        return key("AddressSanitizer: heap-buffer-overflow on 0x" + std::to_string(address) +
                   " /a/b/x.cpp:" + line + ":7 in f(int)");
    };
    EXPECT_EQ(overflow(60100, "12"), overflow(60200, "12"));
    EXPECT_NE(overflow(60100, "12"), overflow(60100, "31"));
}

TEST(CauseKey, GoesByTheSourceLinesWhereTheyAreKnown) {
    failure seen_from_the_other_side = raced();
    std::swap(seen_from_the_other_side.witness->access, *seen_from_the_other_side.witness->other);
    EXPECT_EQ(cause_key(seen_from_the_other_side), cause_key(raced()));
    failure elsewhere = raced();
    elsewhere.witness->other->line = 15;
    EXPECT_NE(cause_key(elsewhere), cause_key(raced()));
}

TEST(CauseKey, OfARaceIsTheMemoryWithTheLineThatWrites) {
    failure read_elsewhere = raced(), other_memory = raced();
    read_elsewhere.witness->access.line = 19;
    other_memory.where.operand = "part";
    EXPECT_EQ(cause_key(read_elsewhere), cause_key(raced()));
    EXPECT_NE(cause_key(other_memory), cause_key(raced()));
}

TEST(CauseKey, OfAStrayAccessIsItsLineWhateverItMisses) {
    failure beyond = raced(), index = raced();
    beyond.kind = failure_kind::out_of_bounds;
    index.kind = failure_kind::index_outside;
    index.where.operand = "part";
    EXPECT_EQ(cause_key(beyond), cause_key(index));
}

TEST(LawResult, HoldsFailsOrIsDiscarded) {
    EXPECT_TRUE(held(law_id::L1).held());
    EXPECT_FALSE(failed(wrong_offset()).held());
    EXPECT_EQ(failed(wrong_offset()).law, law_id::L2);
    EXPECT_FALSE(discarded(law_id::L4, "The layout is not injective.").held());
    EXPECT_FALSE(discarded(law_id::L4, "The layout is not injective.").failed());
}

}  // namespace
}  // namespace tileproof::properties
