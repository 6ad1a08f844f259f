// SPDX-License-Identifier: MIT
// The engine on kernels that are plain functions on host memory: each law fails for what it guards.
#include "properties/kernel/kernel_check.hpp"

#include "devices/device.hpp"
#include "properties/kernel/poison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>

namespace tileproof::properties {
namespace {

using kernels::device_error;
using ::testing::HasSubstr;

// What a failure says of elements.
struct told {
    law_id law;
    failure_kind kind;
    std::string operand = {}, part = {};
    std::optional<std::int64_t> element = {};
    std::uint64_t affected = 0, of = 0;
    friend bool operator==(const told&, const told&) = default;
    friend void PrintTo(const told& t, std::ostream* out) {
        *out << about(t.law).code << ' ' << name(t.kind) << " operand '" << t.operand << "' part '"
             << t.part << "' element " << t.element.value_or(-1) << ", " << t.affected << " of "
             << t.of;
    }
};

// Input of four bytes 10 20 30 40 with a gap before the last; the output is their double, same gap.
class KernelCheck : public ::testing::Test {
  protected:
    using kernel = std::function<void(const unsigned char* in, unsigned char* out)>;

    case_result check(kernel k, int repeats = 2) {
        kernel_call call;
        call.device = &devices::find_device("cpu");
        call.repeats = repeats;
        call.inputs.push_back(operand("the input", {10, 20, 30, 0, 40}));
        call.outputs.push_back(operand("the output", {20, 40, 60, 0, 80}));
        call.launch = [&](std::span<void* const> in, std::span<void* const> out) {
            k(static_cast<const unsigned char*>(in[0]), static_cast<unsigned char*>(out[0]));
        };
        return check_call(call).result;
    }

    static void run_right(const unsigned char* in, unsigned char* out) {
        for (const int i : {0, 1, 2, 4}) out[i] = static_cast<unsigned char>(2 * in[i]);
    }

    static call_operand operand(std::string name, std::vector<unsigned char> values) {
        call_operand o;
        o.name = std::move(name);
        o.lead = 1;
        o.contents.push_back(std::byte{0});
        o.live.push_back(0);
        for (const unsigned char v : values) {
            o.contents.push_back(std::byte{v});
            o.live.push_back(v != 0);
        }
        return o;
    }

    // The one law that failed, and its sentence.
    static std::string failed(const case_result& r) {
        std::string all;
        for (const law_result& l : r.laws)
            if (!l.held()) all += std::string(about(l.law).code) + ": " + l.sentence();
        return all;
    }

    // Of the one law that fails, K1 aside: a write that is wrong may make the result so.
    static told told_by(const case_result& r) {
        std::vector<told> all;
        for (const law_result& l : r.laws)
            if (l.why && l.law != law_id::K1)
                all.push_back({l.law, l.why->kind, l.why->where.operand, l.why->where.part,
                               l.why->where.number, l.why->where.affected, l.why->where.of});
        EXPECT_EQ(all.size(), 1u) << failed(r);
        return all.empty() ? told{} : all[0];
    }
};

TEST_F(KernelCheck, HoldsForARightKernel) {
    const case_result r = check(run_right);
    EXPECT_EQ(failed(r), "");
    EXPECT_EQ(r.laws.size(), 6u);
}

TEST_F(KernelCheck, FindsAWrongElement) {
    const auto r = check([](const unsigned char* in, unsigned char* out) {
        run_right(in, out);
        out[1] = 41;
    });
    EXPECT_EQ(failed(r),
              "K1: 1 of 4 elements of the output is wrong: the first is element 2, "
              "which must be 0x28 and is 0x29.");
}

// What a law says of these results of float32 in an output that is filled in by `fill`.
std::string said_of(const std::vector<float>& results,
                    const std::function<void(call_operand&)>& fill,
                    void (*law)(const call_record&, law_list&)) {
    call_operand o;
    o.name = "the output";
    o.type = find_element_type("float32");
    o.element_bytes = 4;
    o.live.assign(results.size(), 1);
    o.contents.resize(4 * results.size());
    fill(o);
    kernel_call call;
    call.outputs.push_back(o);
    bytes held(o.contents.size());
    std::memcpy(held.data(), results.data(), held.size());
    const call_record record{call, {held}, {std::vector<unsigned char>(results.size())}, {}, 0, {}};
    law_list laws;
    law(record, laws);
    const law_result result = laws.results().at(0);
    return result.held() ? "" : result.sentence();
}

// What K1 and K7 say of several outputs of two float32, 1 and 2, of which those of `bounded` have bounds and those of
// `wrong` hold a 3 at the end.
std::vector<law_result> said_of_several(const std::vector<bool>& bounded,
                                        const std::vector<bool>& wrong) {
    kernel_call call;
    call_record record{call, {}, {}, {}, 0, {}};
    for (std::size_t k = 0; k < wrong.size(); ++k) {
        call_operand o;
        o.name = "output " + std::to_string(k);
        o.type = find_element_type("float32");
        o.element_bytes = 4;
        o.live = {1, 1};
        const float right[] = {1, 2}, left[] = {1, wrong[k] ? 3.f : 2.f};
        o.contents.resize(sizeof right);
        std::memcpy(o.contents.data(), right, sizeof right);
        if (bounded[k]) o.values = {1, 2}, o.bounds = {0.5, 0.5};
        bytes& held = record.first.emplace_back(sizeof left);
        std::memcpy(held.data(), left, sizeof left);
        record.kept.emplace_back(2);
        call.outputs.push_back(std::move(o));
    }
    law_list laws;
    k1_exact(record, laws);
    k7_bounded(record, laws);
    return laws.results();
}

// Every way in which some of three outputs are wrong, and some have bounds.
TEST(SeveralOutputs, AreAllJudgedWhicheverIsWrongAndWhicheverHasBounds) {
    for (unsigned b = 0; b < 8; ++b)
        for (unsigned w = 0; w < 8; ++w) {
            std::vector<bool> bounded, wrong;
            for (unsigned k = 0; k < 3; ++k)
                bounded.push_back(b >> k & 1), wrong.push_back(w >> k & 1);
            std::vector<std::string> named;
            for (const law_result& r : said_of_several(bounded, wrong)) {
                const bool of_bounded = r.law == law_id::K7;
                std::vector<std::string> expected;
                for (std::size_t k = 0; k < 3; ++k)
                    if (wrong[k] && bounded[k] == of_bounded)
                        expected.push_back("output " + std::to_string(k));
                ASSERT_EQ(r.failed(), !expected.empty()) << about(r.law).code << b << w;
                if (!r.why) continue;
                EXPECT_EQ(r.why->where.operand, expected.front());
                for (const std::string& name : expected)
                    EXPECT_THAT(r.sentence(), HasSubstr(name)) << b << w;
            }
        }
}

// K7, with bounds of 2^-20.
std::string said_of_bounded(const std::vector<float>& results, const std::vector<double>& right) {
    return said_of(
        results,
        [&](call_operand& o) {
            o.values = right;
            o.bounds.assign(right.size(), 0x1p-20);
        },
        k7_bounded);
}

// 1.2001953125 is what f16 makes of 1.2, and 3.1 of float32 is nothing that f16 holds.
TEST(Bounded, SaysThatResultsWereRoundedToHalfOnlyWhereEachIsANumberOfHalf) {
    EXPECT_EQ(said_of_bounded({1.2f, 3.1f}, {1.2, 3.1}), "");
    EXPECT_THAT(said_of_bounded({1.2001953125f, 3.1f}, {1.2, 3.1}), HasSubstr(": rounded to f16"));
    for (const auto& [results, right] :
         {std::pair<std::vector<float>, std::vector<double>>{{1.2001953125f, 3.2f}, {1.2, 3.1}},
          {{1.20001f}, {1.2}},         // lost digits are no rounding
          {{2.f}, {3.}},               // numbers of few figures say nothing
          {{1.5703125f}, {1.592742}},  // nor does one that is no rounding of the right one
          {{-1.f}, {-1.9999995}},      // what is far off was not rounded to it
          {{1e6f}, {1e6 + 1}}}) {      // more than f16 holds
        const std::string said = said_of_bounded(results, right);
        EXPECT_THAT(said, HasSubstr(" times the bound"));
        EXPECT_THAT(said, ::testing::Not(HasSubstr("f16"))) << results[0];
    }
}

TEST(Bounded, SaysHowFarTheFirstWrongElementIsOffAndHowFarTheWorst) {
    EXPECT_THAT(said_of_bounded({1 + 0x1p-18f, 1 + 0x1p-15f}, {1, 1}),
                HasSubstr(", 4 times the bound (another element: 32 times)"));
    EXPECT_THAT(said_of_bounded({1 + 0x1p-18f, 1 + 0x1p-17f}, {1, 1}),
                testing::AllOf(HasSubstr(", 4 times the bound"),
                               testing::Not(HasSubstr("another element"))));
}

TEST(Bounded, CountsNoBoundsFromWhatIsNoNumber) {
    const float no_number = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THAT(said_of_bounded({no_number}, {1.2}), ::testing::Not(HasSubstr("times the bound")));
}

// float32 holds numbers up to 3.4e38.
TEST(Bounded, TakesAnInfinityOnlyWhereItIsRightOrTheBoundReachesIt) {
    const float infinity = std::numeric_limits<float>::infinity(),
                nan = std::numeric_limits<float>::quiet_NaN(),
                most = std::numeric_limits<float>::max();
    struct trial {
        float got;
        double right, bound;
        bool is_right;
    };
    const double share = 1e-6, any = std::numeric_limits<double>::infinity();
    for (const trial& t : {trial{infinity, infinity, share, true},
                           {0, infinity, share, false},
                           {0, infinity, any, true},  // a sum left the range on the way
                           {-infinity, infinity, any, true},
                           {nan, infinity, any, true},
                           {-infinity, -infinity, any, true},
                           {most, infinity, share, true},  // it did not quite overflow
                           {most, infinity, 0, false},     // exactly that, and nothing else
                           {-most, infinity, share, false},
                           {most / 2, infinity, share, false},
                           {most, infinity, any, true},
                           {nan, nan, share, true},
                           {infinity, nan, any, false},
                           {1, nan, any, false},
                           {infinity, 1, 1, false},
                           {nan, 1, 1, false},
                           {infinity, 3.4e38, 1e36, true},
                           {-infinity, 3.4e38, 1e36, false},
                           {infinity, 3.3e38, 1e36, false},
                           {-infinity, -3.4e38, 1e36, true},
                           {infinity, 3.5e38, 0, true}}) {  // more than the type holds
        const std::string said = said_of(
            {t.got}, [&](call_operand& o) { o.values = {t.right}, o.bounds = {t.bound}; },
            k7_bounded);
        EXPECT_EQ(said.empty(), t.is_right) << t.got << " for " << t.right << " +- " << t.bound;
    }
}

std::string said_of_exact(const std::vector<float>& results, const std::vector<float>& right) {
    return said_of(
        results,
        [&](call_operand& o) {
            std::memcpy(o.contents.data(), right.data(), o.contents.size());
            o.index_of = [](std::size_t e) {
                return std::vector<std::int64_t>{static_cast<std::int64_t>(e)};
            };
        },
        k1_exact);
}

TEST(Exact, SaysWhereAValueBelongsUnlessItIsOneSmallNumberThatMayBeThereByChance) {
    EXPECT_THAT(said_of_exact({2, 2, 3}, {1, 2, 3}), testing::Not(HasSubstr("what belongs at")));
    EXPECT_THAT(said_of_exact({2, 1, 3}, {1, 2, 3}), HasSubstr(", what belongs at (1)"));
    EXPECT_THAT(said_of_exact({0.2f, 0.2f, 3}, {1, 0.2f, 3}), HasSubstr(", what belongs at (1)"));
    EXPECT_THAT(said_of_exact({99, 99, 3}, {1, 99, 3}), HasSubstr(", what belongs at (1)"));
}

// Sums of atomics, of which each run adds in another order, whether or not the right numbers are added.
TEST(Bounded, TakesASmallDifferenceOfTwoRunsForAnotherOrderIfBothAreRightOrBothAreWrong) {
    call_operand o;
    o.type = find_element_type("float32");
    o.element_bytes = 4;
    o.values = {10};
    o.bounds = {0.01};
    const auto rounded_otherwise = [&](float one, float two) {
        return is_rounded_otherwise(o, reinterpret_cast<const std::byte*>(&one),
                                    reinterpret_cast<const std::byte*>(&two), 0);
    };
    EXPECT_FALSE(rounded_otherwise(10, 10.005f)) << "where nothing is rounded";
    o.rounded = true;
    EXPECT_TRUE(rounded_otherwise(9.995f, 10.005f));
    EXPECT_TRUE(rounded_otherwise(7, 7.015f));
    EXPECT_TRUE(rounded_otherwise(40, 40.07f));
    EXPECT_FALSE(rounded_otherwise(40, 40.09f));
    EXPECT_FALSE(rounded_otherwise(10, 7));
    EXPECT_FALSE(rounded_otherwise(7, 7.03f));
    EXPECT_FALSE(rounded_otherwise(10, 10.015f)) << "one of which is wrong";
    EXPECT_FALSE(rounded_otherwise(7, std::numeric_limits<float>::quiet_NaN()));
    o.values = {1e-30};
    EXPECT_TRUE(rounded_otherwise(7, 7.015f));
    EXPECT_FALSE(rounded_otherwise(7, 9)) << "a change, however small the right value is";
    o.values = {0};
    EXPECT_TRUE(rounded_otherwise(7, 7.015f));
    EXPECT_FALSE(rounded_otherwise(7, 7.03f));
}

TEST(Exact, SaysThatOnlyTheSignOfZeroDiffersWhereThatIsAllThatDoes) {
    EXPECT_THAT(said_of_exact({0.f, 1.f, 0.f}, {-0.f, 1.f, -0.f}),
                HasSubstr("and is 0 (0x00000000), which differs in the sign of zero only"));
    EXPECT_THAT(said_of_exact({0.f, 1.f}, {-0.f, 2.f}), ::testing::Not(HasSubstr("sign of zero")));
    EXPECT_EQ(said_of_exact({0.f}, {0.f}), "");
}

TEST_F(KernelCheck, FindsAnElementThatIsNotWritten) {
    const auto r = check([](const unsigned char* in, unsigned char* out) {
        for (const int i : {0, 1, 4}) out[i] = static_cast<unsigned char>(2 * in[i]);
    });
    EXPECT_EQ(failed(r),
              "K2: 1 of 4 elements of the output was not written: the first is element 3.");
}

TEST_F(KernelCheck, FindsAnElementThatOnlySomeLaunchesWrite) {
    int launch = 0;
    const auto r = check([&](const unsigned char* in, unsigned char* out) {
        if (launch++ == 1)
            for (const int i : {0, 1, 4}) out[i] = static_cast<unsigned char>(2 * in[i]);
        else
            run_right(in, out);
    });
    EXPECT_EQ(told_by(r), (told{law_id::K2, failure_kind::unwritten, "the output", "", 3, 1, 4}));
}

// A kernel that happens to write one of the poison bytes must not pass for one that wrote nothing.
TEST_F(KernelCheck, TakesAResultThatEqualsThePoisonForWritten) {
    kernel_call call;
    call.device = &devices::find_device("cpu");
    for (const poison p : {poison::first, poison::second}) {
        const auto value = poison_byte(p, 0);
        call.outputs.clear();
        call_operand& o = call.outputs.emplace_back();
        o.name = "the output";
        o.contents = {value};
        o.live = {1};
        call.launch = [&](std::span<void* const>, std::span<void* const> out) {
            *static_cast<std::byte*>(out[0]) = value;
        };
        EXPECT_EQ(failed(check_call(call).result), "");
    }
}

TEST_F(KernelCheck, FindsWritesOnEitherSideOfTheOutput) {
    for (const int stray : {5, -2})
        EXPECT_EQ(told_by(check([&](const unsigned char* in, unsigned char* out) {
                      run_right(in, out);
                      out[stray] = 7;
                  })),
                  (told{law_id::K3, failure_kind::overwritten, "", "what lies around the output"}))
            << stray;
}

TEST_F(KernelCheck, FindsWritesIntoTheGapAndTheLead) {
    for (const int stray : {3, -1})
        EXPECT_EQ(told_by(check([&](const unsigned char* in, unsigned char* out) {
                      run_right(in, out);
                      out[stray] = 7;
                  })),
                  (told{law_id::K3, failure_kind::overwritten, "the output",
                        stray < 0 ? "before the start" : "between the rows", stray + 1, 1, 6}));
}

TEST_F(KernelCheck, FindsAWriteToTheInput) {
    const case_result r = check([](const unsigned char* in, unsigned char* out) {
        run_right(in, out);
        const_cast<unsigned char*>(in)[2] = 31;
    });
    EXPECT_EQ(told_by(r), (told{law_id::K3, failure_kind::overwritten, "the input", "", 3}));
    const failure& f = *r.failure_of(law_id::K3);
    EXPECT_EQ(f.expected->value, fact("0x1e"));
    EXPECT_EQ(f.actual->value, fact("0x1f"));
}

TEST_F(KernelCheck, FindsAResultThatDependsOnTheGapOrTheMargin) {
    for (const int stray : {3, -1, -2, 5})
        EXPECT_EQ(told_by(check([&](const unsigned char* in, unsigned char* out) {
                      run_right(in, out);
                      out[4] = in[stray];
                  })),
                  (told{law_id::K4, failure_kind::depends_on_surroundings, "the output", "", 5}))
            << stray;
}

TEST_F(KernelCheck, FindsAResultThatIsNotTheSameAgainAndGivesTheRate) {
    int launch = 0;
    const auto r = check(
        [&](const unsigned char* in, unsigned char* out) {
            run_right(in, out);
            if (++launch % 3 == 0) out[0] = 99;  // launches 3, 6, 9 and 12, all among the repeats
        },
        10);
    EXPECT_EQ(told_by(r), (told{law_id::K5, failure_kind::not_repeatable, "the output", "", 1}));
    EXPECT_THAT(r.failure_of(law_id::K5)->given, HasSubstr("4 of 10"));
    EXPECT_EQ(r.failure_of(law_id::K4), nullptr);
}

TEST_F(KernelCheck, FindsAKernelThatFailsAfterItAccepted) {
    const auto r =
        check([](const unsigned char*, unsigned char*) { throw device_error("Too much."); });
    EXPECT_EQ(failed(r), "K9: The kernel takes the case and then fails: Too much.");
    EXPECT_EQ(r.laws.size(), 1u);
}

failure seen_at(failure_kind kind, unsigned line) {
    failure f{.law = law_id::K6, .kind = kind, .where = {.operand = "part"}};
    f.witness = failure_witness{.kernel = "k", .access = {.file = "k.hip", .line = line}};
    return f;
}

TEST(LawList, KeepsEachPlaceAtWhichALawFailsOnce) {
    law_list laws;
    laws.fail(seen_at(failure_kind::uninitialised, 7));
    laws.fail(seen_at(failure_kind::uninitialised, 9));
    laws.fail(seen_at(failure_kind::uninitialised, 7));
    ASSERT_EQ(laws.results().size(), 2u);
    EXPECT_EQ(laws.results()[1].why->witness->access.line, 9u);
}

TEST(LawList, KeepsOneFailureWithoutALine) {
    law_list laws;
    laws.fail(seen_at(failure_kind::out_of_bounds, 7));
    laws.fail({.law = law_id::K6, .kind = failure_kind::overwritten});
    EXPECT_EQ(laws.results().size(), 1u);
}

TEST(LawList, FailsWhateverWasLookedAtBeforeOrAfter) {
    for (const bool first : {true, false}) {
        law_list laws;
        if (first) laws.looked_at(law_id::K1);
        laws.fail({.law = law_id::K1, .kind = failure_kind::wrong_value});
        laws.looked_at(law_id::K2);
        if (!first) laws.looked_at(law_id::K1);
        ASSERT_EQ(laws.results().size(), 2u);
        EXPECT_TRUE(laws.results()[0].failed());
        EXPECT_TRUE(laws.results()[1].held());
    }
}

TEST(JudgeProcessEnd, TellsWritesReadsAndHangsApart) {
    process_end end;
    end.what = process_end::kind::signal;
    end.number = 11;
    end.has_address = true;
    end.address = 0x1018;
    end.notes = "the output 1000 24\n";
    end.was_write = true;
    EXPECT_EQ(judge_process_end(end).law, law_id::K3);
    EXPECT_EQ(judge_process_end(end).kind, failure_kind::out_of_bounds);
    end.was_write = false;
    EXPECT_EQ(judge_process_end(end).law, law_id::K4);
    end.has_address = false;
    EXPECT_EQ(judge_process_end(end).law, law_id::K9);
    end.what = process_end::kind::time_limit;
    EXPECT_EQ(judge_process_end(end).law, law_id::K9);
}

}  // namespace
}  // namespace tileproof::properties
