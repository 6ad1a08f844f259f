// SPDX-License-Identifier: MIT
// The tokens of preprocessed C++, and the file and line of the user's that each of them came from.
//
// The text is what `clang++ -E` writes: comments and macros are gone, and lines such as
//   # 12 "app/kernels.hpp" 2
// say where the next line came from.
#pragma once

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

}  // namespace tileproof::compiler
