// SPDX-License-Identifier: MIT
// Lines of source with marks under them, like a compiler's.
//
//   const std::vector<frame_mark> marks{{"t.hip", 14, 5, "thread (1,0,0) writes"}, {"t.hip", 18, 9, "thread (0,1,0) reads"}};
//   code_frame(marks, "__syncthreads() is missing here", read_source, {})
//
//      14 |     part[y][x] = in[i];
//         |     ^ thread (1,0,0) writes
//         | ... __syncthreads() is missing here
//      18 |     out[o] = part[x][y];
//         |         ^ thread (0,1,0) reads
//         |           with x = 0, y = 1
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::report {

struct frame_mark {
    std::string file;
    unsigned line = 0, column = 0;  // column 0: unknown
    std::string says;
    std::string with = {};  // "row = 3, pitch = 16", printed below unless empty
};

// Terminal escape sequences, or none.
struct text_colours {
    bool on = false;
    std::string bold(std::string_view text) const { return put("1", text); }
    std::string mark(std::string_view text) const { return put("1;31", text); }
    std::string quiet(std::string_view text) const { return put("2", text); }

  private:
    std::string put(std::string_view code, std::string_view text) const;
};

// The text of a line; nullopt if the file or the line cannot be read.
using source_reader =
    std::function<std::optional<std::string>(const std::string& file, unsigned line)>;
std::optional<std::string> read_source(const std::string& file, unsigned line);

// The marks in the order of their lines; `between` goes after the first one. A line that cannot be read is left out,
// but its text stays. At most `width` columns.
std::string code_frame(std::vector<frame_mark> marks, const std::string& between,
                       const source_reader& read, const text_colours& colours,
                       std::size_t width = 100);

}  // namespace tileproof::report
