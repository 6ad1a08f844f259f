// Programs that show a broken law of a layout with nothing but lib/.
#include "properties/contracts/layout_json.hpp"
#include "properties/laws/observed.hpp"
#include "properties/laws/physical.hpp"
#include "properties/property.hpp"
#include "properties/report/text_layout.hpp"
#include "properties/reproducer/reproducer.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

constexpr std::size_t most_listed_in_file = 4096;

// As a C++ string literal.
std::string literal(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (byte >= 0x20 && byte < 0x7f && c != '?')
            result += c;
        else  // octal ends after three digits, whatever follows
            result += fmt::format("\\{:03o}", byte);
    }
    return result + '"';
}

// Each defines failures(): how many indices break the law.
constexpr std::string_view each_index = R"(
// Up to a million indices, and the last ones.
template <class Judge>
static int count_failures(const layout& l, Judge judge) {
    constexpr long_index_t most = 1 << 20;
    int failures = 0;
    for (long_index_t n = 0; n < l.size() && n < most; ++n) failures += judge(l.index_at(n)) ? 0 : 1;
    for (long_index_t n = std::max(most, l.size() - 64); n < l.size(); ++n)
        failures += judge(l.index_at(n)) ? 0 : 1;
    return failures;
}
)";

constexpr std::string_view bounds_check = R"(
static int failures() {
    const layout l = layout::parse(text);
    std::vector<long_index_t> listed;
    if (l.size() <= (1 << 20)) l.all_offsets(listed);
    std::size_t n = 0;
    return count_failures(l, [&](const std::vector<long_index_t>& index) {
        const auto offset = l.offset(index);
        const bool same = n >= listed.size() || listed[n] == offset.value_or(-1);
        ++n;
        if (!offset) return same;
        return same && *offset >= 0 && *offset < l.element_space_size() &&
               l.hidden_index(index)[0] == *offset;
    });
}
)";

constexpr std::string_view table_check = R"(
static int failures() {
    const layout l = layout::parse(text);
    if (l.lengths() != lengths) {
        std::printf("The lengths differ.\n");
        return 1;
    }
    int wrong = 0;
    for (std::size_t n = 0; n < expected.size(); ++n) {
        const long_index_t actual = l.offset(l.index_at(static_cast<long_index_t>(n))).value_or(-1);
        if (actual == expected[n]) continue;
        std::printf("Index number %zu has offset %lld, but must have %lld.\n", n,
                    static_cast<long long>(actual), static_cast<long long>(expected[n]));
        ++wrong;
    }
    return wrong;
}
)";

constexpr std::string_view claim_check = R"(
static int failures() {
    const layout l = layout::parse(text);
    const auto& claim = l.injectivity();
    std::map<long_index_t, int> times;
    int repeated = 0;
    count_failures(l, [&](const std::vector<long_index_t>& index) {
        const auto offset = l.offset(index);
        if (offset && ++times[*offset] == 2) ++repeated;
        return true;
    });
    std::printf("It says: %s %d offsets are shared.\n", claim.reason.c_str(), repeated);
    if (claim.kind == tileproof::injectivity_kind::injective) return repeated;
    return claim.kind == tileproof::injectivity_kind::repeats && repeated == 0 ? 1 : 0;
}
)";

constexpr std::string_view inverse_check = R"(
static int failures() {
    const layout l = layout::parse(text);
    return count_failures(l, [&](const std::vector<long_index_t>& index) {
        const auto offset = l.offset(index);
        return !offset || l.inverse(*offset) == index;
    });
}
)";

constexpr std::string_view pairs_check = R"(
static int failures() {
    const layout l = layout::parse(text), above = layout::parse(with_pair);
    if (l.lengths() != above.lengths() || l.element_space_size() != above.element_space_size()) {
        std::printf("Lengths or element space size differ.\n");
        return 1;
    }
    return count_failures(l, [&](const std::vector<long_index_t>& index) {
        return l.offset(index) == above.offset(index);
    });
}
)";

constexpr std::string_view refusal_check = R"(
static int failures() {
    try {
        const layout l = layout::parse(text);
        if (certain) {
            std::printf("It is accepted, as %s.\n", l.text().c_str());
            return 1;
        }
        return layout::parse(l.text()) == l ? 0 : 1;
    } catch (const tileproof::layout_error& e) {
        std::printf("It is refused: %s\n", e.what());
        return *e.what() == '\0' ? 1 : 0;
    }
}
)";

constexpr std::string_view program_end = R"(
int main() {
    const int wrong = failures();
    std::printf(wrong ? "The bug is there: %d failures.\n" : "The bug is gone.\n", wrong);
    return wrong ? 1 : 0;
}
)";

std::string numbers(const std::vector<long_index_t>& values) {
    std::string text;
    for (const long_index_t v : values) text += (text.empty() ? "" : ", ") + std::to_string(v);
    return wrapped("{" + text + "};", "    ", 100);
}

// What the reference shows: `lengths` and `expected`.
std::string expected_table(const layout_description& layout) {
    const reference::shown_elements right = reference::show(physical(layout));
    if (right.places.size() > most_listed_in_file) return "";
    return "static const std::vector<long_index_t> lengths =\n" +
           numbers({right.lengths.begin(), right.lengths.end()}) +
           "// By doing to an array what each transform says; -1: no element.\n"
           "static const std::vector<long_index_t> expected =\n" +
           numbers({right.places.begin(), right.places.end()});
}

// "in TEXT, index ..": the layout with the pair on top, which the sentence of L10 is about.
std::string layout_in_sentence(const std::string& sentence) {
    const auto begin = sentence.find(": in ");
    const auto end = sentence.find(", ", begin);
    if (begin == sentence.npos || end == sentence.npos) return "";
    std::string text = sentence.substr(begin + 5, end - begin - 5);
    try {
        return print_layout(parse_layout(text)) == text ? text : "";
    } catch (const layout_error&) {
        return "";
    }
}

// Constants and failures(); empty when this law has no program.
std::string body_of(const finding& f, const std::string& layout_text) {
    std::string data =
        "static const std::string_view text =\n    " + literal(layout_text) + "sv;\n";
    try {
        switch (f.law) {
            case law_id::L1:
                return fmt::format("{}{}{}", data, each_index, bounds_check);
            case law_id::L2: {
                const std::string table = expected_table(parse_layout(layout_text));
                if (table.empty()) return "";
                return fmt::format("{}{}{}", data, table, table_check);
            }
            case law_id::L3:
                return fmt::format("{}{}{}", data, each_index, claim_check);
            case law_id::L4:
                return fmt::format("{}{}{}", data, each_index, inverse_check);
            case law_id::L10: {
                const std::string pair = layout_in_sentence(f.failure);
                if (pair.empty()) return "";
                data += "static const std::string_view with_pair =\n    " + literal(pair) + "sv;\n";
                return fmt::format("{}{}{}", data, each_index, pairs_check);
            }
            case law_id::L13:
                data += fmt::format("static const bool certain = {};\n",
                                    f.the_case.value("certain", false));
                return fmt::format("{}{}", data, refusal_check);
            default:
                return "";
        }
    } catch (const reference::too_large&) {
        return "";
    }
}

}  // namespace

std::string as_comment(const std::string& text) {
    std::string lines = wrapped(text, "   ", 100);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        lines.replace(at, 2, "//");
    return lines;
}

std::vector<reproducer> layout_reproducers(const finding& f, const std::string& layout_text) {
    const std::string body = body_of(f, layout_text);
    if (body.empty()) return {};
    const std::string what = as_comment(f.failure) + "//\n";
    const std::string includes =
        "#include <tileproof/layout.hpp>\n\n#include <algorithm>\n#include <cstdio>\n#include "
        "<map>\n"
        "#include <string_view>\n#include <vector>\n\nusing namespace std::literals;\nusing "
        "tileproof::layout;\nusing tileproof::long_index_t;\n\n";
    return {
        {"cpp", what +
                    "//   c++ -std=c++20 -I TILEPROOF/lib THIS_FILE -o bug && ./bug\n"
                    "//\n// Exit code 1 while the bug is there, 0 when it is gone.\n" +
                    includes + body + std::string(program_end)},
        {"test.cpp",
         what + "#include <gtest/gtest.h>\n\n" + includes + "namespace {\n\n" + body +
             fmt::format("\nTEST(LayoutFindings, {}{}IsKept) {{\n"
                         "    EXPECT_EQ(failures(), 0);\n}}\n\n}}  // namespace\n",
                         about(f.law).code, file_name(f).substr(file_name(f).size() - 21, 16))}};
}

std::vector<reproducer> reproducers_of(const finding& f) {
    if (f.the_case.is_object() && f.the_case.contains("layout") && f.the_case["layout"].is_string())
        return layout_reproducers(f, f.the_case["layout"].get<std::string>());
    if (f.law == law_id::L13 && f.the_case.is_object() && f.the_case.contains("text") &&
        f.the_case["text"].is_string())
        return layout_reproducers(f, bytes_from_json_text(f.the_case["text"].get<std::string>()));
    if (f.subject.starts_with("transpose_")) return transpose_reproducers(f);
    return {};
}

}  // namespace tileproof::properties
