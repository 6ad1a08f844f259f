// SPDX-License-Identifier: MIT
// Kernels of a user's own: cheats are caught by the law they break, right ones are left alone, and
// the examples do what the README says.
#include <gtest/gtest.h>

#include <rapidcheck.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "kernels/user/user_library.hpp"
#include "properties/kernel/user/user_property.hpp"
#include "properties/wrong_declaration.hpp"

namespace tileproof::properties {
namespace {

const std::string source_folder = TILEPROOF_SOURCE_DIR;

user_library& library_of(const std::string& file) {
    static std::map<std::string, user_library> loaded;
    auto& lib = loaded[file];
    if (lib.tests.empty()) {
        user_build b;
        b.source = source_folder + "/" + file;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_own_cache";
        lib = load_user(b);
    }
    return lib;
}

// The laws that fail over the first cases and some random ones, with the first sentence of each.
std::map<std::string, std::string> broken_laws(const property& p, int random_cases) {
    std::map<std::string, std::string> broken;
    std::vector<nlohmann::json> cases = p.first_cases();
    rc::Random random(7);
    for (int i = 0; i < random_cases; ++i)
        cases.push_back(p.generate(random, i * 100 / random_cases));
    for (const nlohmann::json& c : cases)
        for (const law_result& r : p.check(c).laws)
            if (!r.held()) broken.emplace(about(r.law).code, r.sentence() + " in " + c.dump());
    return broken;
}

std::string text(const std::map<std::string, std::string>& broken) {
    std::string out;
    for (const auto& [law, sentence] : broken) out += law + ": " + sentence + "\n";
    return out;
}

struct cheat {
    const char* name;
    std::set<std::string> laws;  // on each device, one of these breaks
    const char* file = "tests/kernels/user/cheats.hip";
    std::vector<const char*> devices = {"cpu", "cpu-checked"};
};
const char* const contracts = "tests/kernels/user/contracts.hip";
const char* const declarations = "tests/kernels/user/declarations.hip";
const char* const ready = "tests/kernels/user/ready_contracts.hip";
const char* const types = "tests/kernels/user/element_types.hip";

const cheat cheats[] = {
    {"never_written", {"K2"}},
    {"changes_its_input", {"K3"}},
    {"knows_one_shape", {"K2"}},
    {"constant_output", {"K1"}},
    {"remembers_results", {"K1"}},
    {"works_later", {"K2", "K9"}},
    {"too_much_shared_memory", {"K9"}},
    {"calls_the_reference", {"K9"}},
    {"does_not_transpose", {"K1"}},
    {"reads_its_output", {"K1", "K4"}},
    {"changes_its_mind", {"K1", "K4", "K5"}},
    {"fewer_bits_inside", {"K7"}},
    {"drops_the_tail_of_k", {"K7"}},
    {"ignores_strides", {"K1", "K2", "K3"}, contracts},
    {"copies_one_of_a_batch", {"K2"}, contracts},
    {"takes_what_it_does_not_support", {"K9"}, contracts},
    {"returns_instead_of_refusing", {"K9"}, contracts},
    {"refuses_too_late", {"K9"}, contracts},
    {"permutes_five_dims", {"K1", "K2"}, declarations},
    {"window_of_four", {"K7"}, declarations},
    {"gathers_all_but_the_first", {"K1"}, declarations},
    {"total_of_any_length", {"K1"}, declarations},
    {"forgets_beta", {"K1"}, declarations},
    {"beta_up_to_five", {"K1"}, declarations},
    {"knows_no_seventh_mode", {"K1"}, declarations},
    {"row_sums_drop_the_tail", {"K7"}, ready},
    {"row_sums_in_half", {"K7"}, ready},
    {"maximum_from_zero", {"K7"}, ready},
    {"scan_forgets_earlier_tiles", {"K7"}, ready},
    {"inclusive_for_exclusive", {"K1"}, ready},
    {"softmax_without_maximum", {"K7"}, ready},
    {"softmax_with_half_sum", {"K7"}, ready},
    {"layernorm_loses_digits", {"K7"}, ready},
    {"layernorm_without_epsilon", {"K7"}, ready},
    {"layernorm_epsilon_outside", {"K7"}, ready},
    {"layernorm_by_one_less", {"K7"}, ready},
    {"rmsnorm_without_epsilon", {"K7"}, ready},
    {"gather_of_first_column", {"K1"}, ready},
    {"gather_by_thread", {"K1"}, ready},
    {"scatter_is_a_gather", {"K1"}, ready},
    {"scatter_stores_instead", {"K7"}, ready},
    {"linear_adds_after_relu", {"K7"}, ready},
    {"linear_approximates_gelu", {"K7"}, ready},
    {"batched_product_of_first_b", {"K7"}, ready},
    {"convolution_flips_weights", {"K7"}, ready},
    {"convolution_exchanges_sides", {"K7"}, ready},
    {"attention_without_scale", {"K7"}, ready},
    {"attention_sees_the_future", {"K7"}, ready},
    {"attention_forgets_to_rescale", {"K7"}, ready},
    {"forgets_a_member", {"K2"}, types},
    {"swaps_members", {"K1"}, types},
    {"looks_at_padding", {"K4"}, types},
    {"loses_digits", {"K1"}, types},
    {"miscounts_within", {"K7"}, types},
    {"wrong_rgb_transpose", {"K1"}, types},
    {"wrong_fp8_transpose", {"K1"}, types},
    {"cuts_digits_off", {"K1"}, types},
    {"fp8_product_of_less", {"K7"}, types},
    {"e4m3_product_of_less", {"K7"}, types},
    // Only a device that sees each access knows of these.
    {"needs_alignment", {"K3", "K4"}, contracts, {"cpu-checked"}},
    {"forgets_to_clear", {"K4"}, contracts, {"cpu-checked"}},
    {"large_static_shared_memory", {"K9"}, contracts, {"cpu-checked"}},
    {"tiles_by_the_wrong_width", {"K1", "K4"}, declarations, {"cpu-checked"}},
    {"row_sums_without_barrier", {"K6"}, ready, {"cpu-checked"}},
    {"histogram_not_cleared", {"K4"}, ready, {"cpu-checked"}},
    {"histogram_without_atomics", {"K6"}, ready, {"cpu-checked"}},
    {"convolution_reads_outside", {"K4"}, ready, {"cpu-checked"}},
};

class Cheat : public testing::TestWithParam<cheat> {};

TEST_P(Cheat, IsCaughtByTheLawItBreaks) {
    user_library& lib = library_of(GetParam().file);
    std::size_t found = 0;
    for (const char* device : GetParam().devices)
        for (const auto& p : user_properties(lib, GetParam().file, device)) {
            if (p->subject() != GetParam().name) continue;
            ++found;
            const auto broken = broken_laws(*p, 20);
            EXPECT_TRUE(
                std::any_of(broken.begin(), broken.end(),
                            [&](const auto& b) { return GetParam().laws.count(b.first) > 0; }))
                << p->name() << "\n"
                << text(broken);
        }
    EXPECT_EQ(found, GetParam().devices.size());
}

INSTANTIATE_TEST_SUITE_P(All, Cheat, testing::ValuesIn(cheats),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(OwnKernels, SeeAMissingBarrierOnTheCheckedDevice) {
    user_library& lib = library_of("tests/kernels/user/cheats.hip");
    for (const auto& p : user_properties(lib, "cheats.hip", "cpu-checked"))
        if (p->subject() == "forgets_a_barrier") {
            const auto broken = broken_laws(*p, 3);
            ASSERT_TRUE(broken.count("K6")) << text(broken);
            EXPECT_NE(broken.at("K6").find("race"), std::string::npos);
        }
}

TEST(OwnKernels, FollowTheMemoryThatALaunchAllocates) {
    user_library& lib = library_of(contracts);
    for (const auto& p : user_properties(lib, contracts, "cpu-checked"))
        if (p->subject() == "forgets_to_clear") {
            const auto broken = broken_laws(*p, 3);
            ASSERT_TRUE(broken.count("K4")) << text(broken);
            EXPECT_NE(broken.at("K4").find("uninitialised read: thread"), std::string::npos)
                << broken.at("K4");
            EXPECT_NE(broken.at("K4").find("a device buffer (4 bytes)"), std::string::npos)
                << broken.at("K4");
        }
}

// The laws that a kernel of declarations.hip breaks on both devices together.
std::set<std::string> broken_by(const std::string& kernel) {
    std::set<std::string> broken;
    for (const char* device : {"cpu", "cpu-checked"})
        for (const auto& p : user_properties(library_of(declarations), declarations, device))
            if (p->subject() == kernel)
                for (const auto& [law, sentence] : broken_laws(*p, 40)) broken.insert(law);
    return broken;
}
TEST(OnlyOneLaw, FindsTwoThreadsThatWriteTheSameValue) {
    EXPECT_EQ(broken_by("writes_everything_twice"), std::set<std::string>{"K6"});
}

class RightKernels : public testing::TestWithParam<const char*> {};

TEST_P(RightKernels, AreLeftAlone) {
    for (const char* device : {"cpu", "cpu-checked"})
        for (const auto& p : user_properties(library_of(GetParam()), GetParam(), device)) {
            const std::string name = p->subject();
            if (!name.starts_with("right_") && name != "transpose" && name != "row_sums") continue;
            const auto broken = broken_laws(*p, 40);
            EXPECT_TRUE(broken.empty()) << p->name() << "\n" << text(broken);
        }
}

INSTANTIATE_TEST_SUITE_P(Files, RightKernels,
                         testing::Values("tests/kernels/user/cheats.hip", contracts, declarations,
                                         ready, types, "examples/transpose.hip",
                                         "examples/row_sums.hip"),
                         [](const auto& test) {
                             return std::filesystem::path(test.param).stem().string();
                         });

TEST(OwnKernels, FindBothBugsOfTheWrongExample) {
    user_library& lib = library_of("examples/wrong_transpose.hip");
    // On cpu it would end this process at a fence; examples_test runs it as a user does.
    const auto broken = broken_laws(*user_properties(lib, "w.hip", "cpu-checked").front(), 10);
    EXPECT_TRUE(broken.count("K6")) << text(broken);
    EXPECT_TRUE(broken.count("K1") || broken.count("K2") || broken.count("K3")) << text(broken);
}

// Any library, compiled already, with one declaration changed.
user_library changed(const std::function<void(user::test_data&)>& change) {
    user_library lib = library_of("examples/row_sums.hip");
    change(lib.tests.front());
    return lib;
}

TEST(OwnKernels, WhoseDeclarationIsWrongAreRefusedWithASentence) {
    const auto says = [](const std::function<void(user::test_data&)>& change) -> std::string {
        const user_library lib = changed(change);
        try {
            user_properties(lib, "r.hip", "cpu");
            try_references(lib);
        } catch (const user_error& e) {
            return e.what();
        }
        return {};
    };
    EXPECT_EQ(says([](user::test_data&) {}), "");
    for (const auto& [change, word] :
         std::vector<std::pair<std::function<void(user::test_data&)>, const char*>>{
             {[](user::test_data& t) { t.reference = nullptr; }, ".reference("},
             {[](user::test_data& t) {
                  t.operands[0].extents = {"rows", "colums"};
              },
              "colums"},
             {[](user::test_data& t) { t.operands[0].type = "float8"; }, "float8"},
             {[](user::test_data& t) { t.operands[0].indices_below = "m"; }, "'m'"},
             {[](user::test_data& t) {
                  t.operands[0].members = {{"x", "float32", 0}};
                  t.operands[0].indices_below = "rows";
              },
              "no indices"},
             {[](user::test_data& t) {
                  t.operands[0].members = {{"x", "float32", 0}};
                  t.huge = true;
                  t.apart = {"rows"};
              },
              "numbers only"},
             {[](user::test_data& t) { t.operands[1].each_once = true; }, ".each_once() of sums"},
             {[](user::test_data& t) {
                  t.operands[0].indices_below = "rows";
                  t.operands[0].each_once = true;
              },
              ".each_once() of matrix"},
             {[](user::test_data& t) {
                  t.operands[1].indices_below = "rows";
                  t.operands[1].each_once = t.huge = true;
                  t.apart = {"rows"};
              },
              "leave one of the two out"},
             {[](user::test_data& t) {
                  t.operands[0].members = {{"x", "float32", 1}};
              },
              "outside of its 4 bytes"},
             {[](user::test_data& t) {
                  t.operands[0].members = {{"x", "float8", 0}};
              },
              "float8"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "float8"}};
              },
              "float8"},
             {[](user::test_data& t) {
                  t.scalars = {{"b/c", "float32"}};
              },
              "letters, digits"},
             {[](user::test_data& t) {
                  t.scalars = {{"rows", "float32"}};
              },
              "name of a dim"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "float32"}, {"b", "float32"}};
              },
              "declared twice"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "float32", 2, 1}};
              },
              "2 to 1"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "float32", 0, 1e39}};
              },
              "may be 1e+39"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "int64", 0, 0x1p60}};
              },
              "int64 between"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "int8", 0, 0, true, {1.5}}};
              },
              "1.5"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "uint8", -1, 1}};
              },
              "may be -1"},
             {[](user::test_data& t) {
                  t.scalars = {{"b", "int8", 0, 0, true}};
              },
              "empty list"},
             {[](user::test_data& t) {
                  t.reference = [](const user::answer&) { throw std::out_of_range("Too far."); };
              },
              "Too far."},
             {[](user::test_data& t) {
                  t.reference = [](const user::answer&) {
                      throw user::mistake("There is no input 'q'.");
                  };
              },
              "'q'"},
             {[](user::test_data& t) {
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

TEST(OwnKernels, ThatAreSquareGetNoOtherCases) {
    const user_library lib = changed([](user::test_data& t) { t.square = true; });
    const auto list = user_properties(lib, "r.hip", "cpu");
    std::vector<nlohmann::json> cases = list.front()->first_cases();
    rc::Random random(3);
    for (int i = 0; i < 300; ++i) cases.push_back(list.front()->generate(random, i % 101));
    std::set<long> lengths;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto dims = cases[i].at("dims").get<std::vector<long>>();
        EXPECT_EQ(dims[0], dims[1]) << cases[i].dump();
        lengths.insert(dims[0]);
        if (i % 40 == 0)
            for (const nlohmann::json& next : list.front()->smaller(cases[i]))
                EXPECT_EQ(next.at("dims")[0], next.at("dims")[1]) << next.dump();
    }
    EXPECT_GT(lengths.size(), 20u);
}

// As findings of before have them.
TEST(OwnKernels, ReplayCasesOfBefore) {
    const auto before = nlohmann::json::parse(
        R"({"source": "examples/transpose.hip", "test": "transpose", "dims": [33,17,1], "slack": [0,0],
            "shift": [1,0], "data": "coordinates", "data_seed": 7, "fence": "after", "repeats": 1})");
    const auto list = user_properties(library_of("examples/transpose.hip"), "t.hip", "cpu");
    const case_result r = list.front()->check(before);
    EXPECT_TRUE(r.discarded.empty()) << r.discarded;
    EXPECT_FALSE(r.first_failure()) << sentence(*r.first_failure());
    auto sums = before;
    sums["dims"] = {3, 65};
    sums["data"] = "integers";
    EXPECT_EQ(user_properties(library_of("examples/row_sums.hip"), "r.hip", "cpu")
                  .front()
                  ->check(sums)
                  .discarded,
              "");
}

// From the first random case that fails, one step after the other that still does.
nlohmann::json smallest_of(const std::string& kernel) {
    for (const auto& p : user_properties(library_of(declarations), declarations, "cpu")) {
        if (p->subject() != kernel) continue;
        rc::Random random(11);
        const auto fails = [&](const nlohmann::json& c) { return p->check(c).first_failure(); };
        nlohmann::json now;
        for (int i = 0; i < 400 && now.is_null(); ++i)
            if (auto c = p->generate(random, 50); fails(c)) now = c;
        for (bool again = true; again;) {
            again = false;
            for (const nlohmann::json& next : p->smaller(now))
                if (fails(next)) {
                    now = next;
                    again = true;
                    break;
                }
        }
        return now;
    }
    return {};
}

TEST(Scalars, AreMadeAsSmallAsTheFailureAllows) {
    const auto scalars = [](const char* kernel) {
        return smallest_of(kernel).value("scalars", nlohmann::json());
    };
    EXPECT_EQ(scalars("forgets_beta"), nlohmann::json({{"alpha", 0}, {"beta", 1}}));
    EXPECT_EQ(scalars("beta_up_to_five"), nlohmann::json({{"alpha", 0}, {"beta", 6}}));
    EXPECT_EQ(scalars("knows_no_seventh_mode"), nlohmann::json({{"by", 0.5}, {"mode", 7}}));
}

TEST(Scalars, AreDrawnFromTheirRangeWithItsEndsAndFromTheirList) {
    for (const auto& p : user_properties(library_of(declarations), declarations, "cpu")) {
        if (p->subject() != "right_scaled_sum" && p->subject() != "right_shift_by_mode") continue;
        rc::Random random(5);
        std::map<std::string, std::set<double>> seen;
        std::set<std::string> labels;
        for (int i = 0; i < 2000; ++i) {
            const nlohmann::json c = p->generate(random, 3);
            for (const auto& [name, value] : c.at("scalars").items())
                seen[name].insert(value.get<double>());
            for (const std::string& l : p->classify(c)) labels.insert(l);
        }
        if (p->subject() == "right_scaled_sum") {
            for (const double v : {-1000, -2, -1, 0, 1, 2, 1000})
                EXPECT_TRUE(seen["beta"].count(v)) << v;
            EXPECT_EQ(*seen["beta"].begin(), -1000);
            EXPECT_EQ(*seen["beta"].rbegin(), 1000);
            EXPECT_GT(seen["beta"].size(), 50u);
            EXPECT_EQ(seen["alpha"].size(), 21u);
            EXPECT_TRUE(labels.count("beta: -1"));
            EXPECT_TRUE(labels.count("beta: other"));
        } else {
            EXPECT_EQ(seen["mode"], (std::set<double>{0, 2, 7}));
            EXPECT_EQ(*seen["by"].begin(), 0.25);
            EXPECT_EQ(*seen["by"].rbegin(), 0.75);
        }
    }
}

TEST(OwnKernels, WhoseLaunchAsksForWhatIsNotDeclaredAreTheUsersMistake) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "tileproof_own_mistake";
    std::filesystem::create_directories(folder);
    user_build b;
    b.source = folder / "mistake.hip";
    b.cache = folder / "cache";
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
    std::filesystem::remove_all(folder);
}

TEST(Scalars, OfAStoredCaseMayBeMissingAndAreDiscardedOutsideOfTheDeclaration) {
    for (const auto& p : user_properties(library_of(declarations), declarations, "cpu")) {
        if (p->subject() != "forgets_beta") continue;
        auto c = smallest_of("forgets_beta");
        EXPECT_THROW(
            {
                c["scalars"]["beta"] = 1001;
                p->check(c);
            },
            bad_case);
        c["scalars"]["beta"] = 0.5;
        EXPECT_THROW(p->check(c), bad_case);
        c.erase("scalars");
        EXPECT_FALSE(p->check(c).first_failure());
    }
}

TEST(OwnKernels, ShrinkEveryStepToACaseThatFits) {
    user_library& lib = library_of("examples/transpose.hip");
    const auto list = user_properties(lib, "t.hip", "cpu");
    rc::Random random(3);
    for (int i = 0; i < 50; ++i)
        for (const nlohmann::json& s : list.front()->smaller(list.front()->generate(random, i)))
            EXPECT_NO_THROW(list.front()->classify(s)) << s.dump();
}

TEST(OwnKernels, AreCompiledOnceAndTakenFromTheCacheAfterwards) {
    user_build b;
    b.source = source_folder + "/examples/transpose.hip";
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_own_cache_once";
    b.devices = {"cpu"};
    std::filesystem::remove_all(b.cache);
    EXPECT_TRUE(load_user(b).compiled);
    EXPECT_FALSE(load_user(b).compiled);
    b.flags = {"-DSOMETHING_ELSE"};
    EXPECT_TRUE(load_user(b).compiled);
    std::filesystem::remove_all(b.cache);
}

TEST(OwnKernels, HaveTheirAnswersOnTheCheckedDeviceAlone) {
    user_build b;
    b.source = source_folder + "/examples/row_sums.hip";
    b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_own_cache";
    b.devices = {"cpu-checked"};
    const user_library lib = load_user(b);
    const auto list = user_properties(lib, "row_sums.hip", "cpu-checked");
    const auto broken = broken_laws(*list.front(), 5);
    EXPECT_TRUE(broken.empty()) << text(broken);
}

TEST(OwnKernels, SayWhatIsWrongWithAFileThatCannotBeChecked) {
    user_build b;
    b.source = "/nowhere/kernel.hip";
    EXPECT_THROW(load_user(b), user_error);
    b.source = source_folder + "/examples/transpose.hip";
    b.compiler = "no-such-compiler";
    try {
        load_user(b);
        FAIL();
    } catch (const user_error& e) {
        EXPECT_NE(std::string(e.what()).find("no-such-compiler was not found"), std::string::npos)
            << e.what();
    }
}

}  // namespace
}  // namespace tileproof::properties
