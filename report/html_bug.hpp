// SPDX-License-Identifier: MIT
// A bug as a section of a page: what it is, the lines around it, when it fails, its smallest case, how to reproduce
// it.
//
//   html_bug(bugs[0], evidence, 1, read_source)
//     <article id="bug-1"><h3>1. Race on shared memory `part`: ...</h3> ... <pre class="frame"> ... </pre> ... </article>
#pragma once

#include <string>
#include <vector>

#include "fuzz/finding/bug.hpp"
#include "report/bug_text.hpp"

namespace tileproof::report {

// Shows three lines around each line that is part of the bug, with its text below.
std::string html_bug(const fuzz::bug& b, const std::vector<fuzz::bug_evidence>& evidence,
                     std::size_t number, const source_reader& read);

// The expected and the actual output of the smallest case as two tables for a page. Wrong cells are marked by a
// colour, a star, and the word "wrong" for screen readers.
//
//   html_cells(b.smallest)      <div class="pair"><table class="cells">...

// Empty if nothing is known. For a large case, the rows and columns around the first wrong cell.
std::string html_cells(const fuzz::side_by_side&);

}  // namespace tileproof::report
