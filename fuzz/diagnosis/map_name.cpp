// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/map_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace tileproof::diagnosis {
namespace {

std::string capital(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

// Is each factor of one what the other has with two extents changed for one another?
bool is_swapped(const std::vector<std::string>& must, const std::vector<std::string>& is,
                const std::string& a, const std::string& b) {
    for (std::size_t i = 0; i < must.size(); ++i) {
        const std::string swapped = must[i] == a ? b : must[i] == b ? a : must[i];
        if (swapped != is[i]) return false;
    }
    return true;
}

std::optional<long> number_in(const std::string& text) {
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// Are these the factors of the named array itself, packed: r * columns + c?
bool is_own_order(const std::vector<std::string>& terms, const std::vector<std::string>& extents) {
    return terms.size() == 3 && extents.size() == 2 && terms[0] == extents[1] && terms[1] == "1" &&
           terms[2] == "0";
}

}  // namespace

std::string name_of_address(const moved_elements& all, const formula& must, const formula& is) {
    for (std::size_t a = 0; a < all.extents.size(); ++a)
        for (std::size_t b = a + 1; b < all.extents.size(); ++b)
            if (is_swapped(must.terms, is.terms, all.extents[a], all.extents[b]))
                return fmt::format("{} and {} are swapped in the output index",
                                   capital(all.extents[a]), all.extents[b]);
    if (all.of_input && is_own_order(is.terms, all.extents))
        return capital(all.operand) + " is copied in its own order";
    std::vector<std::size_t> other;
    for (std::size_t i = 0; i < must.terms.size(); ++i)
        if (must.terms[i] != is.terms[i]) other.push_back(i);
    if (other.size() != 1) return {};
    const std::string &right = must.terms[other[0]], &wrong = is.terms[other[0]];
    if (other[0] + 1 == must.terms.size()) {
        const auto a = number_in(right), b = number_in(wrong);
        if (!a || !b) return {};
        return fmt::format("Elements are written {} too {}", std::abs(*b - *a),
                           *b < *a ? "early" : "late");
    }
    const auto is_stride = [&](const std::string& term) {
        return std::find(all.strides.begin(), all.strides.end(), term) != all.strides.end();
    };
    if (!is_stride(right)) return {};
    return is_stride(wrong)
               ? fmt::format("`{}` stands where `{}` must be in the output index", wrong, right)
               : fmt::format("`{}` is ignored in the output index", right);
}

std::string name_of_element(const moved_elements& all, const std::vector<std::string>& index) {
    std::vector<std::string> sorted = index, letters = all.letters;
    std::sort(sorted.begin(), sorted.end());
    std::sort(letters.begin(), letters.end());
    if (sorted != letters) return {};
    std::vector<std::string> exchanged;
    for (std::size_t i = 0; i < index.size(); ++i)
        if (index[i] != all.letters[i]) exchanged.push_back(all.extents[i]);
    if (exchanged.size() != 2) return {};
    return fmt::format("{} and {} of {} are exchanged", capital(exchanged[0]), exchanged[1],
                       all.operand);
}

std::string name_of_unwritten(const condition& where) {
    static const std::string tile = " is in the last, partial tile of ";
    if (where.groups.size() != 1 || where.groups[0].size() != 1) return {};
    const atom& a = where.groups[0][0];
    const auto at = a.left.find(tile);
    if (a.kind != feature_kind::flag || a.how != comparison::equal || at == std::string::npos)
        return {};
    return "The last, partial tile of " + a.left.substr(at + tile.size()) + " is not written";
}

}  // namespace tileproof::diagnosis
