// SPDX-License-Identifier: MIT
// What a compiler says of a user's file, as its author wants to read it. The compiler saw the file after translation: its
// lines show code that nobody wrote, and its notes walk through our headers.
//
//   my.hip:7:91: error: use of undeclared identifier 'scael'          my.hip:7: error: use of undeclared identifier 'scael'
//       7 |   ::tileproof::hip_on::kernel_launch("scael", ...)             7 |   scael<<<(n + 255) / 256, 256>>>(in, out, n);
//         |   ^                                                  ->
//   /usr/include/c++/12/tuple:1852:14: note: in instantiation of ...
//   ... 40 lines more
//
// Kept: errors and warnings in files of the user's, each once, with what leads to them; the line as it is in the file.
// Errors in headers of the system or of ours are kept where there are no others.
#pragma once

#include <string>
#include <vector>

namespace tileproof::user {

// `not_the_users`: folders whose headers the user did not write. At most ten errors are shown, and counted beyond.
std::string readable_messages(const std::string& messages,
                              const std::vector<std::string>& not_the_users);

// Are there errors, and is each of them, and all that is said of it, at a place in the user's files? Then a precompiled header
// was not to blame, nor does it make the messages others.
bool are_of_the_users_files(const std::string& messages,
                            const std::vector<std::string>& not_the_users);

// What to do about an error that does not say it itself: " nvcc has no _Float16 ..."; empty for all others.
std::string advice_on(const std::string& messages);

// Without nvcc's warnings, paragraphs with "warning #1234-D" or "Remark:", unless nothing else is there.
std::string without_warnings(const std::string& messages);

}  // namespace tileproof::user
