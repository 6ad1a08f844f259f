// SPDX-License-Identifier: MIT
// Declarations of users that are wrong: each is refused with a sentence.
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "properties/property.hpp"
#include "system/temporary_folder.hpp"
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tileproof::compiler {

using properties::user_properties;
using properties::user_range;
using properties::wrong_declaration;

namespace {

// Any library, compiled already, with one declaration changed.
user_library changed(const std::function<void(sdk::test_data&)>& change) {
    user_library lib = library_of("examples/row_sums.hip");
    change(lib.tests.front());
    return lib;
}

TEST(OwnKernels, ThatTakeIndicesGetSomethingToIndex) {
    const user_library lib =
        changed([](sdk::test_data& t) { t.operands[0].indices_below = t.dims.at(1); });
    EXPECT_EQ(user_range(lib.tests.front()).least_of(0), 0);
    EXPECT_EQ(user_range(lib.tests.front()).least_of(1), 1);
}

TEST(OwnKernels, WhoseDeclarationIsWrongAreRefusedWithASentence) {
    const auto says = [](const std::function<void(sdk::test_data&)>& change) -> std::string {
        const user_library lib = changed(change);
        try {
            for (const auto& p : user_properties(lib, "r.hip", "cpu")) judge_once(*p);
        } catch (const user_error& e) {
            return e.what();
        } catch (const wrong_declaration& e) {
            return e.what();
        }
        return {};
    };
    EXPECT_EQ(says([](sdk::test_data&) {}), "");
    for (const auto& [change, word] :
         std::vector<std::pair<std::function<void(sdk::test_data&)>, const char*>>{
             {[](sdk::test_data& t) { t.reference = nullptr; }, ".reference("},
             {[](sdk::test_data& t) {
                  t.operands[0].extents = {"rows", "colums"};
              },
              "colums"},
             {[](sdk::test_data& t) { t.operands[0].type = "float8"; }, "float8"},
             {[](sdk::test_data& t) { t.operands[0].indices_below = "m"; }, "'m'"},
             {[](sdk::test_data& t) {
                  t.operands[0].members = {{"x", "float32", 0}};
                  t.operands[0].indices_below = "rows";
              },
              "no indices"},
             {[](sdk::test_data& t) {
                  t.operands[0].members = {{"x", "float32", 0}};
                  t.huge = true;
                  t.apart = {"rows"};
              },
              "numbers only"},
             {[](sdk::test_data& t) { t.operands[1].each_once = true; }, ".each_once() of sums"},
             {[](sdk::test_data& t) {
                  t.operands[0].indices_below = "rows";
                  t.operands[0].each_once = true;
              },
              ".each_once() of matrix"},
             {[](sdk::test_data& t) {
                  t.operands[1].indices_below = "rows";
                  t.operands[1].each_once = t.huge = true;
                  t.apart = {"rows"};
              },
              "leave one of the two out"},
             {[](sdk::test_data& t) {
                  t.operands[0].members = {{"x", "float32", 1}};
              },
              "outside of its 4 bytes"},
             {[](sdk::test_data& t) {
                  t.operands[0].members = {{"x", "float8", 0}};
              },
              "float8"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "float8"}};
              },
              "float8"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b/c", "float32"}};
              },
              "letters, digits"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"rows", "float32"}};
              },
              "name of a dim"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "float32"}, {"b", "float32"}};
              },
              "declared twice"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "float32", 2, 1}};
              },
              "2 to 1"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "float32", 0, 1e39}};
              },
              "may be 1e+39"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "int64", 0, 0x1p60}};
              },
              "int64 between"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "int8", 0, 0, true, {1.5}}};
              },
              "1.5"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "uint8", -1, 1}};
              },
              "may be -1"},
             {[](sdk::test_data& t) {
                  t.scalars = {{"b", "int8", 0, 0, true}};
              },
              "empty list"},
             {[](sdk::test_data& t) {
                  t.reference = [](const sdk::answer&) { throw std::out_of_range("Too far."); };
              },
              "Too far."},
             {[](sdk::test_data& t) {
                  t.reference = [](const sdk::answer&) {
                      throw sdk::mistake("There is no input 'q'.");
                  };
              },
              "'q'"},
             {[](sdk::test_data& t) {
                  t.contract = "relayout";
                  t.from = "packed [rows,columns]";
                  t.to = "packed [columns,rows]";
              },
              "the same indices"}}) {
        const std::string sentence = says(change);
        EXPECT_NE(sentence.find(word), std::string::npos) << sentence;
        EXPECT_TRUE(sentence.empty() || sentence.back() == '.') << sentence;
    }
}

TEST(OwnKernels, WhoseLaunchAsksForWhatIsNotDeclaredAreTheUsersMistake) {
    const system::temporary_folder folder(
        system::in_folder_of_temporaries("tileproof-own-mistake-"));
    user_build b;
    b.source = folder.path() / "mistake.hip";
    b.cache = folder.path() / "cache";
    b.devices = {"cpu"};
    std::ofstream(b.source) << R"(#include <hip/hip_runtime.h>
        #include <tileproof/custom_contract.hpp>
        static const tileproof::kernel_test t = tileproof::custom("t", {"n"})
            .output<float>("y", {"n"}).scalar<float>("by", 0, 1)
            .reference([](const tileproof::arrays& a) { a.out<float>("y").setZero(); })
            .launch([](const tileproof::pointers& p) { p.scalar<double>("by"); });
    )";
    const user_library lib = load_user(b);
    const auto list = user_properties(lib, "mistake.hip", "cpu");
    rc::Random random(1);
    const auto c = list.front()->generate(random, 10);
    try {
        list.front()->check(c);
        FAIL();
    } catch (const wrong_declaration& e) {
        EXPECT_NE(std::string(e.what()).find("'by' is declared as float32"), std::string::npos)
            << e.what();
    }
}

}  // namespace
}  // namespace tileproof::compiler
