// SPDX-License-Identifier: MIT
// Operands of structs and of 8-bit numbers: what a failure says of a member, what is drawn, and what does not count.
#include "properties/kernel/user/user_property.hpp"
#include "properties/property.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace tileproof::compiler {

using namespace properties;

namespace {

const char* const element_types_file = "tests/compiler/build/element_types.hip";

const property* property_of(const property_list& all, const std::string& kernel) {
    for (const auto& p : all)
        if (p->subject() == kernel) return p.get();
    return nullptr;
}

// Of a case of `n` elements: the failure of a law, if any.
std::optional<failure> fails(const std::string& kernel, law_id law, long n, const char* device,
                             const char* data = "integers") {
    const property_list all =
        user_properties(library_of(element_types_file), element_types_file, device);
    const property* const p = property_of(all, kernel);
    rc::Random random(3);
    nlohmann::json c = p->generate(random, 10);
    c["dims"] = {n};
    c["data"] = data;
    for (const law_result& r : p->check(c).laws)
        if (r.law == law && r.why) return *r.why;
    return std::nullopt;
}

std::string said(const failure& f) { return std::get<std::string>(f.actual->value); }

TEST(Structs, WhoseMemberIsNotWrittenAreToldWithIt) {
    for (const char* device : {"cpu", "cpu-checked"}) {
        const auto f = fails("forgets_a_member", law_id::K2, 7, device);
        ASSERT_TRUE(f) << device;
        EXPECT_EQ(f->where.part, "box.high of element");
        EXPECT_EQ(f->where.affected, 7u);
        EXPECT_EQ(f->where.of, 7u);
    }
}

TEST(Structs, AreComparedMemberByMember) {
    for (const char* device : {"cpu", "cpu-checked"}) {
        const auto swapped = fails("swaps_members", law_id::K1, 7, device);
        ASSERT_TRUE(swapped) << device;
        EXPECT_TRUE(said(*swapped).starts_with("v[0] = ")) << said(*swapped);
        const auto counted = fails("miscounts_within", law_id::K7, 7, device);
        ASSERT_TRUE(counted) << device;
        EXPECT_TRUE(said(*counted).starts_with("id = ")) << said(*counted);
        EXPECT_FALSE(fails("right_move_by_members", law_id::K2, 7, device)) << device;
        EXPECT_FALSE(fails("right_move_by_members", law_id::K1, 7, device)) << device;
    }
}

TEST(Structs, HoldPoisonWhereNoMemberIs) {
    EXPECT_TRUE(fails("looks_at_padding", law_id::K4, 100, "cpu"));
    EXPECT_FALSE(fails("right_move", law_id::K4, 100, "cpu"));
}

TEST(Structs, AreDeclaredWithTheirMembersTypesAndOffsets) {
    for (const sdk::test_data& t : library_of(element_types_file).tests) {
        if (t.name != "right_move") continue;
        const sdk::operand& o = t.operands[0];
        EXPECT_EQ(o.type, "shapes::particle");
        EXPECT_EQ(o.bytes, 40);
        std::vector<std::string> names, types;
        std::vector<int> offsets;
        for (const sdk::member& m : o.members) {
            names.push_back(m.name);
            types.push_back(m.type);
            offsets.push_back(m.offset);
        }
        EXPECT_EQ(names, (std::vector<std::string>{"x", "v[0]", "v[1]", "alive", "box.low",
                                                   "box.high", "id"}));
        EXPECT_EQ(types, (std::vector<std::string>{"float64", "float32", "float32", "bool", "int16",
                                                   "int16", "int64"}));
        EXPECT_EQ(offsets, (std::vector<int>{0, 8, 12, 16, 18, 20, 24}));
        return;
    }
    FAIL() << "right_move is not there.";
}

TEST(Structs, HaveAValueAndABoundForEachMember) {
    user_library lib = library_of(element_types_file);
    for (sdk::test_data& t : lib.tests)
        if (t.name == "right_move_of_few_digits")
            t.reference = [](const sdk::answer& a) {
                const auto numbers = static_cast<std::size_t>(7 * a.dims[0]);
                if (a.values[1]->size() == numbers && a.bounds[1]->size() == numbers)
                    throw sdk::mistake("Seven each.");
            };
    try {
        for (const auto& p : user_properties(lib, "t.hip", "cpu"))
            if (p->subject() == "right_move_of_few_digits") judge_once(*p);
        FAIL();
    } catch (const wrong_declaration& e) {
        EXPECT_NE(std::string(e.what()).find("Seven each."), std::string::npos) << e.what();
    }
}

TEST(NumbersOfEightBits, AreDrawnAndPrintedAsWhatTheyAre) {
    for (const char* device : {"cpu", "cpu-checked"}) {
        const auto cut = fails("cuts_digits_off", law_id::K1, 200, device, "full_digits");
        ASSERT_TRUE(cut) << device;
        EXPECT_EQ(said(*cut).find("(0x"), said(*cut).size() - 6) << said(*cut);
    }
}

}  // namespace
}  // namespace tileproof::compiler
