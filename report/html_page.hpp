// SPDX-License-Identifier: MIT
// The frame of a page: head, verdict, links to its parts, the parts.
//
//   html_page({.heading = "k.hip, seed 7", .state = "failed", .verdict = "FAILED: ...", .parts = {{"bugs", "2 bugs", html}}})
//
// One file that needs no network. A part without a body is left out.
#pragma once

#include <string>
#include <vector>

namespace tileproof::properties {

struct page_part {
    std::string id, title;
    std::string body;  // HTML
};

struct page {
    std::string heading;             // what was run
    std::vector<std::string> notes;  // lines below it, such as the GPUs used
    std::string state;               // "failed", "held" or "open": the style of the verdict
    std::string verdict;
    std::vector<page_part> parts;
};

std::string html_page(const page&);

}  // namespace tileproof::properties
