// SPDX-License-Identifier: MIT
#include "properties/fields.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tileproof::properties {
namespace {

using nlohmann::json;

enum class shade { light, dark };
std::string_view name_of(shade s) { return s == shade::light ? "light" : "dark"; }

struct part {
    long leading = 1;
    static constexpr auto fields() { return std::tuple{field{"leading", &part::leading}}; }
    friend bool operator==(const part&, const part&) = default;
};

struct box {
    int rows = 0;
    unsigned char offset = 0;
    double factor = 1;
    bool whole = false;
    std::string name;
    shade tint = shade::light;
    std::vector<part> parts;
    std::array<int, 2> corner{};
    std::optional<long> base;
    std::string note;
    part hidden;

    static constexpr auto fields() {
        return std::tuple{
            field{"rows", &box::rows, within{0, 4096}}, field{"offset", &box::offset},
            field{"factor", &box::factor}, field{"whole", &box::whole}, field{"name", &box::name},
            field{"tint", &box::tint,
                  named{std::array{shade::light, shade::dark}, [](shade s) { return name_of(s); }}},
            field{"parts", &box::parts}, field{"corner", &box::corner}, field{"base", &box::base},
            optional_field{"note", &box::note},
            field{"inner", [](auto& b) -> auto& {return b.hidden.leading;
    }
}
};  // namespace
}  // namespace tileproof::properties
std::string fault() const { return rows == 13 ? "A box never has 13 rows." : ""; }
friend bool operator==(const box&, const box&) = default;
}
;

const box full{7, 255, 0.5, true, "x", shade::dark, {{3}, {-4}}, {1, 2}, 9, "n", {5}};
const json written = json::parse(
    R"({"rows":7,"offset":255,"factor":0.5,"whole":true,"name":"x","tint":"dark",
        "parts":[{"leading":3},{"leading":-4}],"corner":[1,2],"base":9,"note":"n","inner":5})");

std::string refusal_of(const char* key, const json& value) {
    json j = written;
    j[key] = value;
    try {
        from_json<box>(j);
    } catch (const bad_case& e) {
        return e.what();
    }
    return "";
}

TEST(Fields, WriteEveryMemberUnderItsKey) { EXPECT_EQ(to_json(full), written); }

TEST(Fields, ReadBackWhatWasWritten) {
    EXPECT_EQ(from_json<box>(written), full);
    EXPECT_EQ(from_json<box>(to_json(box{})), box{});
}

TEST(Fields, LeaveOutAnOptionalFieldThatSaysNothing) {
    EXPECT_FALSE(to_json(box{}).contains("note"));
    EXPECT_TRUE(to_json(box{}).at("base").is_null());
}

TEST(Fields, IgnoreKeysThatTheyDoNotKnow) { EXPECT_EQ(refusal_of("colour", "red"), ""); }

TEST(Fields, RefuseEachWrongValueWithItsMemberAndItsRange) {
    EXPECT_EQ(refusal_of("rows", 7.5),
              "'rows' of the case is 7.5, but must be a whole number from 0 to 4096.");
    EXPECT_EQ(refusal_of("rows", 4097),
              "'rows' of the case is 4097, but must be a whole number from 0 to 4096.");
    EXPECT_EQ(refusal_of("offset", -1),
              "'offset' of the case is -1, but must be a whole number from 0 to 255.");
    EXPECT_EQ(refusal_of("factor", true), "'factor' of the case is true, but must be a number.");
    EXPECT_EQ(refusal_of("whole", 1), "'whole' of the case is 1, but must be true or false.");
    EXPECT_EQ(refusal_of("name", nullptr), "'name' of the case is null, but must be a text.");
    EXPECT_EQ(refusal_of("tint", "red"),
              "'tint' of the case is \"red\", but must be one of light, dark.");
    EXPECT_EQ(refusal_of("corner", json{1}),
              "'corner' of the case is [1], but must be a list of 2.");
    EXPECT_EQ(refusal_of("parts", json::array({{{"leading", 1}}, {{"leading", "long"}}})),
              "'parts[1].leading' of the case is \"long\", but must be a whole number from "
              "-9223372036854775808 to 9223372036854775807.");
    EXPECT_EQ(refusal_of("parts", json::array({json::object()})),
              "'parts[0].leading' of the case is missing.");
}

TEST(Fields, RefuseWhatIsNotAnObject) {
    try {
        from_json<box>(json("text"));
        FAIL() << "nothing was thrown";
    } catch (const bad_case& e) {
        EXPECT_STREQ(e.what(), "The case is \"text\", but must be an object.");
    }
}

TEST(Fields, RefuseACaseThatBreaksARuleBetweenMembers) {
    EXPECT_EQ(refusal_of("rows", 13), "A box never has 13 rows.");
}

TEST(Fields, ShortenAValueThatIsTooLongForASentence) {
    EXPECT_LT(refusal_of("rows", std::string(100'000, 'x')).size(), 200u);
}

struct texted {
    int n = 0;
    static constexpr auto fields() {
        return std::tuple{field{"n", &texted::n,
                                as_text{[](int n) { return "#" + std::to_string(n); },
                                        [](const std::string& text) -> int {
                                            if (text[0] != '#') throw std::runtime_error("No #.");
                                            return std::stoi(text.substr(1));
                                        }}}};
    }
};

TEST(Fields, TakeTheSentenceOfAParserThatRefusesAText) {
    EXPECT_EQ(to_json(texted{7}), (json{{"n", "#7"}}));
    EXPECT_EQ(from_json<texted>(json{{"n", "#8"}}).n, 8);
    try {
        from_json<texted>(json{{"n", "8"}});
        FAIL() << "nothing was thrown";
    } catch (const bad_case& e) {
        EXPECT_STREQ(e.what(), "No #.");
    }
}

}  // namespace
}  // namespace tileproof::properties
