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
    // A location in a file whose path contains `skip` (not empty) stands for the place it was inlined at.
    places(const std::vector<std::string_view>& lines, std::string_view skip);
    // The place of metadata node `id`; "unknown place" when there is no such location.
    source_place find(unsigned id) const;
    // The node number after "!dbg !" in the line; 0 when it has none.
    static unsigned debug_node(std::string_view line);

  private:
    struct node {
        std::string_view text;
    };
    std::string file_of(unsigned scope) const;
    std::string function_of(unsigned scope) const;
    std::string_view text(unsigned id) const;

    std::unordered_map<unsigned, std::string_view> nodes_;
    std::string skip_;
};

}  // namespace tileproof::cpu_checked
