// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/reports.hpp"

namespace tileproof::report {
namespace {

using nlohmann::json;

json line(const char* file, int number, const char* memory, int requests, double steps) {
    return {{"kernel", "k"},    {"file", file},     {"line", number},
            {"memory", memory}, {"access", "read"}, {"requests", requests},
            {"lanes", 32.0},    {"steps", steps},   {"fewest", 1.0}};
}

std::optional<std::string> source(const std::string& file, unsigned number) {
    if (number == 5) return "  s += x[i];";
    if (file == "new.hip" && number == 12) return "\ts += x[i];";
    return file + std::to_string(number);
}

json tests_of(json one) { return json::array({std::move(one)}); }

TEST(EfficiencyText, IsALineForEachLine) {
    const json one{{"subject", "t"},
                   {"lines", json::array({line("new.hip", 12, "shared", 6, 32)})}};
    EXPECT_EQ(efficiency_text(tests_of(one), source),
              "\nHow well the accesses fit a GPU (not a verdict):\n"
              "new.hip:12: k: shared memory read: 32.0 passes over the banks for 1.0, 6 requests "
              "of 32.0 lanes\n");
}

TEST(EfficiencyText, HasOldAndNewSideBySideWhereTheTextOfALineIsTheSame) {
    const json one{
        {"subject", "t"},
        {"lines",
         json::array({line("new.hip", 12, "device", 64, 4), line("new.hip", 13, "shared", 2, 2)})},
        {"old_lines",
         json::array({line("old.hip", 5, "device", 64, 1), line("old.hip", 6, "device", 64, 1)})}};
    EXPECT_EQ(efficiency_text(tests_of(one), source),
              "\nHow well the accesses fit a GPU (not a verdict):\n"
              "t, old -> new, by kernel:\n"
              "  k: device memory read: 1.0 -> 4.0 segments of 64 bytes a request, 128 -> 64 "
              "requests, 2 times the segments\n"
              "  k: shared memory read: new: 2.0 passes over the banks for 1.0, 2 requests of 32.0 "
              "lanes\n"
              "by line:\n"
              "  new.hip:12: device memory read: 1.0 -> 4.0 segments of 64 bytes a request, 64 -> "
              "64 requests, 4 times the segments\n"
              "  new.hip:13: shared memory read: new: 2.0 passes over the banks for 1.0, 2 "
              "requests of 32.0 lanes\n"
              "  old.hip:6: device memory read: gone: 1.0 segments of 64 bytes for 1.0, 64 "
              "requests of 32.0 lanes\n");
}

TEST(NumericsText, IsASentenceForEachTestAndNothingWithoutAny) {
    EXPECT_EQ(numerics_text(json::array()), "");
    EXPECT_EQ(numerics_text(tests_of({{"sentence", "A is as exact as B."}})),
              "\nHow exact it is (not a verdict)\n- A is as exact as B.\n");
}

}  // namespace
}  // namespace tileproof::report
