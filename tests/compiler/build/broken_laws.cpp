// SPDX-License-Identifier: MIT
#include "tests/compiler/build/broken_laws.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace tileproof::compiler {

user_library& library_of(const std::string& file) {
    static std::map<std::string, user_library> loaded;
    auto& lib = loaded[file];
    if (lib.tests.empty()) {
        user_build b;
        b.source = std::string(TILEPROOF_SOURCE_DIR) + "/" + file;
        b.cache = std::filesystem::path(testing::TempDir()) / "tileproof_own_cache";
        lib = load_user(b);
    }
    return lib;
}

std::map<std::string, std::string> broken_laws(const properties::property& p, int random_cases) {
    std::map<std::string, std::string> broken;
    std::vector<nlohmann::json> cases = p.first_cases();
    rc::Random random(7);
    for (int i = 0; i < random_cases; ++i)
        cases.push_back(p.generate(random, i * 100 / random_cases));
    for (const nlohmann::json& c : cases)
        for (const properties::law_result& r : p.check(c).laws)
            if (!r.held())
                broken.emplace(properties::about(r.law).code, r.sentence() + " in " + c.dump());
    return broken;
}

void judge_once(const properties::property& p) {
    rc::Random random(1);
    (void)p.check(p.generate(random, 50));
}

std::string text(const std::map<std::string, std::string>& broken) {
    std::string out;
    for (const auto& [law, sentence] : broken) out += law + ": " + sentence + "\n";
    return out;
}

}  // namespace tileproof::compiler
