// SPDX-License-Identifier: MIT
// Programs that show a broken law of a layout with nothing but lib/.
#include "fuzz/reproducer/lib_program.hpp"
#include "properties/layout/descriptor_source.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/layout/observed.hpp"
#include "properties/layout/physical.hpp"

#include <tileproof/layout.hpp>

#include <fmt/format.h>

namespace tileproof::properties {
namespace {

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
    const layout l = layout::parse(text);
    int wrong = 0;
    for (const std::string_view with_pair : with_pairs) {
        const layout above = layout::parse(with_pair);
        int here = l.lengths() != above.lengths() || l.element_space_size() != above.element_space_size();
        if (here == 0)
            here = count_failures(l, [&](const std::vector<long_index_t>& index) {
                return l.offset(index) == above.offset(index);
            });
        if (here != 0) std::printf("%s differs.\n", std::string(with_pair).c_str());
        wrong += here;
    }
    return wrong;
}
)";

// made() is the descriptor.
constexpr std::string_view forms_check = R"(
static int failures() {
    const layout l = layout::parse(text);
    const auto d = made();
    constexpr int rank = decltype(d)::dimension_count;
    const std::vector<long_index_t> lengths =
        apply([](auto... length) { return std::vector<long_index_t>{static_cast<long_index_t>(length)...}; },
              d.get_lengths());
    if (l.lengths() != lengths || l.element_space_size() != d.get_element_space_size()) {
        std::printf("Lengths or element space size differ.\n");
        return 1;
    }
    return count_failures(l, [&](const std::vector<long_index_t>& index) {
        array<long_index_t, rank> at{};
        if constexpr (rank > 0)
            for (int i = 0; i < rank; ++i) at[i] = index[static_cast<std::size_t>(i)];
        const auto c = make_tensor_coordinate(d, at);
        const auto offset = l.offset(index);
        if (coordinate_has_valid_offset(d, c) != offset.has_value()) return false;
        return !offset || (c.get_offset() == *offset && d.calculate_offset(at) == *offset);
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
        return right || *e.what() == '\0' ? 1 : 0;
    }
}
)";

// Forth and back, so that every carry and borrow comes, then far jumps.
constexpr std::string_view move_check = R"(
static int failures() {
    const layout l = layout::parse(text);
    if (l.size() == 0) return 0;
    const long_index_t near = std::min<long_index_t>(l.size(), 160);
    std::vector<long_index_t> places;
    for (long_index_t i = 0; i < near; ++i) places.push_back(i);
    for (long_index_t i = near; i-- > 0;) places.push_back(i);
    for (unsigned long long i = 1; i <= 96; ++i)
        places.push_back(static_cast<long_index_t>(i * 0x9e3779b97f4a7c15u %
                                                   static_cast<unsigned long long>(l.size())));
    int wrong = 0;
    std::vector<long_index_t> from = l.index_at(0), hidden = l.hidden_index(from), by(hidden.size());
    for (const long_index_t position : places) {
        const std::vector<long_index_t> to = l.index_at(position);
        std::vector<long_index_t> step(to.size());
        for (std::size_t d = 0; d < to.size(); ++d) step[d] = to[d] - from[d];
        l.view().move(step, hidden.data(), by.data());
        // Below a pad a hidden index has no meaning.
        if (l.offset(to) && hidden != l.hidden_index(to) && ++wrong <= 5)
            std::printf("Moved to index number %lld, it has offset %lld; made there, %lld.\n",
                        static_cast<long long>(position), static_cast<long long>(hidden[0]),
                        static_cast<long long>(l.hidden_index(to)[0]));
        from = to;
    }
    return wrong;
}
)";

constexpr std::string_view chain_check = R"(
static int failures() {
    const layout whole = layout::parse(text);
    int wrong = 0;
    for (std::size_t cut = 0; cut < whole.description().stages.size(); ++cut) {
        auto description = whole.description();
        description.stages.resize(cut);
        const layout lower(description);
        wrong += count_failures(whole, [&](const std::vector<long_index_t>& index) {
            const auto offset = whole.offset(index);
            if (!offset) return true;
            const std::vector<long_index_t> hidden = whole.hidden_index(index);
            std::vector<long_index_t> between;
            for (int d = 0; d < lower.rank(); ++d)
                between.push_back(hidden[static_cast<std::size_t>(lower.view().visible_hidden()[d])]);
            for (std::size_t d = 0; d < between.size(); ++d)
                if (between[d] < 0 || between[d] >= lower.lengths()[d]) return false;
            return lower.offset(between) == offset;
        });
    }
    return wrong;
}
)";

constexpr std::string_view vectors_check = R"(
static int failures() {
    const layout l = layout::parse(text);
    const std::vector<vector_claim> claims = safe_vectors(l);
    int wrong = 0;
    for (std::size_t d = 0; d < claims.size(); ++d) {
        const vector_claim claim = claims[d];
        if (claim.length <= 1) continue;
        std::printf("Dimension %zu claims vectors of %lld with stride %lld.\n", d,
                    static_cast<long long>(claim.length), static_cast<long long>(claim.stride));
        if (l.lengths()[d] % claim.length != 0) ++wrong;
        wrong += count_failures(l, [&](std::vector<long_index_t> index) {
            if (index[d] % claim.length != 0) return true;
            const auto first = l.offset(index);
            if (first && claim.stride == 1 && *first % claim.length != 0) return false;
            for (long_index_t k = 1; k < claim.length; ++k) {
                ++index[d];
                const auto next = l.offset(index);
                if (next.has_value() != first.has_value()) return false;
                if (next && *next != *first + k * claim.stride) return false;
            }
            return true;
        });
    }
    return wrong;
}
)";

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

// The layout with each pair of L10 on top.
std::string texts_with_pairs(const layout_description& description) {
    std::string list;
    for (const layout_description& with_pair :
         layouts_with_pairs(description, layout(description).lengths()))
        list += "    " + literal(print_layout(with_pair)) + "sv,\n";
    return "static const std::vector<std::string_view> with_pairs = {\n" + list + "};\n";
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
            case law_id::L5:
                return fmt::format("{}{}", data, move_check);
            case law_id::L6: {
                source_style style;
                style.index_type = "long_index_t";
                return fmt::format("{}\n{}{}{}", data,
                                   descriptor_source(parse_layout(layout_text), "made", style),
                                   each_index, forms_check);
            }
            case law_id::L7:
                return fmt::format("{}{}{}", data, each_index, chain_check);
            case law_id::L9:
                return fmt::format("{}{}{}", data, each_index, vectors_check);
            case law_id::L10: {
                data += texts_with_pairs(parse_layout(layout_text));
                return fmt::format("{}{}{}", data, each_index, pairs_check);
            }
            case law_id::L13: {
                const bool certain = f.the_case.value("certain", false);
                data += fmt::format("static const bool certain = {}, right = {};\n", certain,
                                    !certain && f.the_case.contains("description") &&
                                        !f.the_case["description"].is_null());
                return fmt::format("{}{}", data, refusal_check);
            }
            default:
                return "";
        }
    } catch (const reference::too_large&) {
        return "";
    }
}

}  // namespace

std::vector<reproducer> layout_reproducers(const finding& f, const std::string& layout_text) {
    return lib_reproducers(
        f, {"tileproof/layout.hpp", "tileproof/layout_vectors.hpp", "tileproof/coordinate.hpp"},
        body_of(f, layout_text));
}

}  // namespace tileproof::properties
