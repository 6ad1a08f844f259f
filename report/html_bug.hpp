// SPDX-License-Identifier: MIT
// A bug as a section of a page: what it is, the lines around it, when it fails, its smallest case, how to reproduce
// it.
//
//   html_bug(bugs[0], evidence, 1, read_source)
//     <article id="bug-1"><h3>1. Race on shared memory `part`: ...</h3> ... <pre class="frame"> ... </pre> ... </article>
#pragma once

#include "report/bug_text.hpp"

#include <string>
#include <vector>

namespace tileproof::properties {

// Shows three lines around each line that is part of the bug, with its text below.
std::string html_bug(const bug& b, const std::vector<bug_evidence>& evidence, std::size_t number,
                     const source_reader& read);

}  // namespace tileproof::properties
