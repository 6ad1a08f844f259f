// SPDX-License-Identifier: MIT
// Makes a compiler's messages about a user's file readable for its author. The compiler saw the file after
// preprocessing: its lines may show code that nobody wrote, and its notes walk through our headers.
//
//   my.hip:7:91: error: use of undeclared identifier 'scael'          my.hip:7: error: use of undeclared identifier 'scael'
//       7 |   if ((scael(x)) != hipSuccess) ...                            7 |   CHECK(scael(x));
//         |         ^                                            ->
//   /usr/include/c++/12/tuple:1852:14: note: in instantiation of ...
//   ... 40 lines more
//
// Kept: errors and warnings in the user's files, each once, with the messages that lead to them; the line as it is in
// the file. Errors in headers of the system or of tileproof are kept if there are no others.
#pragma once

#include <string>
#include <vector>

namespace tileproof::compiler {

// `not_the_users`: folders whose headers the user did not write. At most ten errors are shown; the rest are counted.
std::string readable_messages(const std::string& messages,
                              const std::vector<std::string>& not_the_users);

// Whether there are errors, and each of them, with all its notes, is at a place in the user's files. Then no
// precompiled header is to blame, and the messages would be the same without one.
bool are_of_the_users_files(const std::string& messages,
                            const std::vector<std::string>& not_the_users);

// Advice about an error whose message gives none: " nvcc has no _Float16 ..."; empty for all others.
std::string advice_on(const std::string& messages);

// Without nvcc's warnings, paragraphs with "warning #1234-D" or "Remark:", unless there is nothing else.
std::string without_warnings(const std::string& messages);

}  // namespace tileproof::compiler
