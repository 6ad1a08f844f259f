// SPDX-License-Identifier: MIT
// The tokens of preprocessed C++, and the file and line of the user's that each of them came from.
//
// The text is what `clang++ -E` writes: comments and macros are gone, and lines such as
//   # 12 "app/kernels.hpp" 2
// say where the next line came from. A 3 at the end marks a system header; in these and in tileproof_hip/, the user's
// names mean something else, and only HIP's own words are changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::compiler {

enum class token_kind : std::uint8_t { word, number, text, symbol };

struct token {
    std::string_view text;
    std::size_t at = 0;  // offset in the source
    token_kind kind = token_kind::symbol;
    bool of_system = false;
    // Compares the first character first, because most of a million tokens differ there.
    bool is(std::string_view s) const {
        return text.size() == s.size() && text[0] == s[0] && text == s;
    }
};

// One token per symbol character, except for `::` and `->`: `<<<` is three tokens, whatever the preprocessor left
// between them.
std::vector<token> tokens_of(std::string_view source);

// "app/kernels.hpp:14: ", the place of this offset.
std::string place_of(std::string_view source, std::size_t at);

// The index of the bracket that closes the one at `open`, a token ( [ { or <; tokens.size() if none does.
std::size_t closing(const std::vector<token>&, std::size_t open);
// The index of the bracket that opens the one at `close`, a token ) ] or >; tokens.size() if none does.
std::size_t opening(const std::vector<token>&, std::size_t close);

// Small replacements in a text, collected in any order and applied at once. Text after a replacement stays in its
// line: a replacement with fewer lines than the original is padded with line ends.
//
//   edits e; e.replace(2, 5, "x"); e.insert(0, "a"); e.applied("0123456") == "a01x56"

class edits {
  public:
    void replace(std::size_t from, std::size_t to, std::string text) {
        list_.push_back({from, to, list_.size(), std::move(text)});
    }
    void insert(std::size_t at, std::string text) { replace(at, at, std::move(text)); }
    void replace(std::string_view source, std::string_view part, std::string text) {
        const auto from = static_cast<std::size_t>(part.data() - source.data());
        replace(from, from + part.size(), std::move(text));
    }

    std::string applied(std::string_view source) {
        std::sort(list_.begin(), list_.end(), [](const edit& a, const edit& b) {
            return a.from != b.from ? a.from < b.from : a.number < b.number;
        });
        std::string out;
        out.reserve(source.size() + source.size() / 8);
        std::size_t at = 0;
        for (const edit& e : list_) {
            if (e.from < at) continue;  // within something that was replaced as a whole
            out.append(source.substr(at, e.from - at));
            out += e.text;
            const std::string_view gone = source.substr(e.from, e.to - e.from);
            const auto lines = std::count(gone.begin(), gone.end(), '\n') -
                               std::count(e.text.begin(), e.text.end(), '\n');
            if (lines > 0) out.append(static_cast<std::size_t>(lines), '\n');
            at = e.to;
        }
        return out.append(source.substr(at));
    }

  private:
    struct edit {
        std::size_t from, to, number;
        std::string text;
    };
    std::vector<edit> list_;
};

}  // namespace tileproof::compiler
