// Every planted kernel bug ends at its known minimum from twenty random failing cases, crashes, hangs and
// divergent barriers among them; each try runs in a child process.
#include "kernels/device/device.hpp"
#include "properties/campaign/shrink.hpp"
#include "properties/contracts/transpose_property.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/Random.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

namespace tileproof::properties {
namespace {

using nlohmann::json;

constexpr int starts = 20;
constexpr int most_cases = 20'000;

struct planted_bug {
    const char* kernel;
    law_id law;
    std::vector<json> minima;  // what the smallest case holds; one of them
};

void PrintTo(const planted_bug& b, std::ostream* out) { *out << b.kernel << title(b.law); }

property_list property_of(const std::string& kernel) {
    transpose_subject s;
    s.kernel = kernel;
    s.device = "cpu";
    s.find_device = []() -> kernels::device& { return kernels::find_device("cpu"); };
    s.find_kernel = [kernel]() -> const kernels::transpose_kernel& {
        for (const auto& k : planted::transposes())
            if (k.name == kernel) return k;
        throw std::runtime_error("There is no planted kernel " + kernel + ".");
    };
    property_list list;
    list.push_back(transpose_property(std::move(s)));
    return list;
}

class KernelMinimum : public ::testing::TestWithParam<planted_bug> {
  protected:
    struct failing {
        json the_case;
        std::string failure;
        bool hung = false;
    };

    // Empty failure: the law holds.
    failing judge(const json& c) {
        worker_.send(check_request{0, c});
        const worker_answer answer = worker_.wait();
        const law_result* failure = answer.result.failure_of(GetParam().law);
        return {c, failure ? failure->failure : std::string(),
                answer.end && answer.end->what == process_end::kind::time_limit};
    }
    failing next_failing() {
        for (; drawn_ < most_cases; ++drawn_) {
            rc::Random random(rc::Random::Key{7, static_cast<std::uint64_t>(drawn_), 0, 0});
            failing f = judge(list_[0]->generate(random, drawn_ % 101));
            if (f.failure.empty()) continue;
            ++drawn_;
            return f;
        }
        return {};
    }
    shrunk_case shrunk(const failing& f) {
        return shrink(worker_, *list_[0], 0, GetParam().law, f.the_case, f.failure, f.hung, 60);
    }
    bool is_minimum(const json& c) const {
        return std::any_of(GetParam().minima.begin(), GetParam().minima.end(),
                           [&](const json& minimum) {
                               json merged = c;
                               merged.update(minimum);
                               return merged == c;
                           });
    }

    property_list list_ = property_of(GetParam().kernel);
    // A slow case must not pass for one that hangs, however loaded the machine is.
    worker worker_{list_, std::string(GetParam().kernel) == "hangs" ? 0.5 : 10.0};
    int drawn_ = 0;
};

TEST_P(KernelMinimum, IsReachedFromTwentyRandomFailingCases) {
    json first;
    for (int start = 0; start < starts; ++start) {
        const failing f = next_failing();
        ASSERT_FALSE(f.failure.empty()) << start << " failing cases in " << most_cases;
        const shrunk_case least = shrunk(f);
        EXPECT_TRUE(least.minimal) << least.the_case;
        EXPECT_TRUE(is_minimum(least.the_case))
            << f.the_case << " ends at " << least.the_case << ": " << least.failure;
        if (start > 0) continue;
        first = least.the_case;
        EXPECT_EQ(shrunk(f).the_case, first) << "the second time it ends elsewhere";
        for (const json& simpler : list_[0]->smaller(first))
            EXPECT_TRUE(judge(simpler).failure.empty()) << simpler << " is smaller and fails";
    }
}

using enum law_id;

json shape(int rows, int columns) { return {{"rows", rows}, {"columns", columns}}; }

const std::vector<json> senseless{shape(1, 1), shape(-1, 1), shape(1, -1), shape(1, 2)};

INSTANTIATE_TEST_SUITE_P(
    Transposes, KernelMinimum,
    ::testing::Values(
        planted_bug{"width_for_height", K2, {shape(1, 2)}},
        planted_bug{"width_for_height", K3, {shape(1, 2)}},
        // The last with rows of the result that lie apart, where the wrong width still hits an element.
        planted_bug{
            "width_for_height",
            K1,
            {shape(2, 2), shape(2, 3), {{"rows", 1}, {"columns", 4}, {"output_leading", 2}}}},
        planted_bug{"no_tail_guard", K3, {shape(1, 1)}},
        planted_bug{"unwritten_last_row", K2, {shape(1, 1)}},
        planted_bug{"one_past_the_end", K3, {shape(1, 1)}},
        planted_bug{"reads_past_the_end", K4, {{{"rows", 1}, {"columns", 1}, {"fence", "after"}}}},
        planted_bug{
            "uses_what_it_reads", K4, {{{"rows", 2}, {"columns", 1}, {"input_leading", 2}}}},
        planted_bug{"input_modified", K3, {shape(1, 1)}},
        planted_bug{"not_repeatable", K5, {shape(1, 1)}},
        planted_bug{"wrong_batch", K1, {{{"rows", 1}, {"columns", 1}, {"batch", 2}}}},
        planted_bug{"truncates_values", K1, {{{"rows", 1}, {"columns", 1}, {"type", "float64"}}}},
        planted_bug{"hangs", K9, {shape(2, 1), shape(1, 2)}},
        planted_bug{"crashes", K3, {shape(1, 2)}}, planted_bug{"diverges", K9, {shape(1, 2)}},
        planted_bug{"refuses_long_rows", K9, {shape(1, 6)}},
        planted_bug{"accepts_overlapping_rows", K9, {shape(1, 1)}},
        planted_bug{"runs_what_it_refuses", K9, senseless},
        planted_bug{"refuses_without_a_word", K9, senseless},
        // Nor does it refuse at the launch what it refuses when asked.
        planted_bug{"fails_after_accepting",
                    K9,
                    {shape(1, 3),
                     shape(1, -1),
                     shape(-1, 1),
                     {{"rows", 1}, {"columns", 1}, {"input_batch_stride", -1}},
                     {{"rows", 1}, {"columns", 1}, {"output_batch_stride", -1}}}}),
    [](const auto& test) {
        return std::string(test.param.kernel) + "_" + std::string(about(test.param.law).code);
    });

}  // namespace
}  // namespace tileproof::properties
