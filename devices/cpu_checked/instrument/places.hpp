// SPDX-License-Identifier: MIT
// Where a line of LLVM IR comes from: file, function, line and column, from its !dbg metadata.
//
//   !9 = distinct !DISubprogram(name: "scale", scope: !1, file: !1, line: 6, ...)
//   !18 = !DILocation(line: 7, column: 3, scope: !9)
//
// places(ir).find(18) is {"scale.hip", "scale", 7, 3}.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tileproof::cpu_checked {

struct source_place {
    std::string file, function;
    unsigned line = 0, column = 0;
};

class places {
  public:
    explicit places(const std::vector<std::string_view>& lines);
    // The place of location `id`; one in a file whose path contains a part of `library` stands for
    // the place that it was inlined at. "unknown place" when there is no such location.
    source_place find(unsigned id, const std::vector<std::string>& library) const;
    // The file of a location (not of what it was inlined into) or of a function.
    std::string innermost_file(unsigned id) const;
    static bool matches(std::string_view file, const std::vector<std::string>& parts);
    // The node number after "!dbg !" in the line; 0 when it has none.
    static unsigned debug_node(std::string_view line);
    // The text of a node behind its "=", and of a member in it: of number, of name or of node.
    std::string_view text(unsigned id) const;
    static std::string name_in(std::string_view node, std::string_view key);
    static unsigned node_in(std::string_view node, std::string_view key);
    // The nodes of a list: "!{!7, !8}".
    static std::vector<unsigned> list(std::string_view node);
    // Is `scope` what the location is in, or around it?
    bool is_inside(unsigned location, unsigned scope) const;

  private:
    std::string file_of(unsigned scope) const;
    std::string function_of(unsigned scope) const;

    std::unordered_map<unsigned, std::string_view> nodes_;
};

}  // namespace tileproof::cpu_checked
