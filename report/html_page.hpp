// SPDX-License-Identifier: MIT
// The frame of a page: head, verdict, links to its parts, the parts.
//
//   html_page({.heading = "k.hip, seed 7", .state = "failed", .verdict = "FAILED: ...", .parts = {{"bugs", "2 bugs", html}}})
//
// One file that needs no network. A part without a body is left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fuzz/finding/bug.hpp"
#include "report/bug_text.hpp"

namespace tileproof::report {

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

// The style of pages and their small script: filter the rows, copy a line. The pages are readable without the script.
//
// Two colour schemes, for light and dark (prefers-color-scheme); failures are marked by words as well as by colour.
// From 360 px on nothing is wider than the window: code and tables scroll within their own boxes.

inline constexpr const char* page_style = R"css(
:root { color-scheme: light dark; --ground: #ffffff; --panel: #f5f6f8; --ink: #1a1d21; --quiet: #565d66;
        --line: #d5d9df; --bad: #b3261e; --bad-ground: #fdeceb; --good: #17663a; --good-ground: #e6f4ec;
        --open: #7a4d00; --open-ground: #fff3dc; --mark: #fff0c2; --bar: #3b6fb6; --link: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --panel: #1d2126; --ink: #e6e9ec; --quiet: #a2abb5; --line: #363c44; --bad: #ff9a91;
          --bad-ground: #3a1c1a; --good: #7fd6a2; --good-ground: #14301f; --open: #f2c063; --open-ground: #35280f;
          --mark: #4a3c12; --bar: #6f9fe0; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; background: var(--ground); color: var(--ink);
       font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); } h1 { font-size: 1.35rem; margin: .4rem 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
h3 { font-size: 1.02rem; margin: 0 0 .2rem; }
code, pre, .n { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .86rem; }
pre { overflow-x: auto; margin: .6rem 0; padding: .6rem; background: var(--ground); border: 1px solid var(--line);
      border-radius: 4px; line-height: 1.4; overflow-wrap: normal; }
.quiet { color: var(--quiet); } .verdict { padding: .6rem .9rem; border-radius: 6px; border-left: .4rem solid; }
.failed { color: var(--bad); } .held { color: var(--good); } .open { color: var(--open); }
.verdict.failed { background: var(--bad-ground); } .verdict.held { background: var(--good-ground); }
.verdict.open { background: var(--open-ground); }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
article { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .9rem; margin: 0 0 1rem;
          content-visibility: auto; contain-intrinsic-size: auto 24rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .9rem; margin: .6rem 0 0; }
dt { color: var(--quiet); } dd { margin: 0; min-width: 0; }
.frame .at { background: var(--mark); } .frame .says { color: var(--bad); font-weight: 600; }
.frame .number { color: var(--quiet); user-select: none; }
details { border-top: 1px solid var(--line); padding: .35rem 0; content-visibility: auto;
          contain-intrinsic-size: auto 2.2rem; }
summary { cursor: pointer; } summary .n { float: right; color: var(--quiet); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .2rem .7rem .2rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
td.n, th.n { text-align: right; white-space: nowrap; }
#laws th, #laws td { overflow-wrap: normal; } #laws td:last-child { overflow-wrap: anywhere; min-width: 9rem; }
.bar { display: block; height: .8rem; min-width: 1px; background: var(--bar); border-radius: 2px; }
.pair { display: flex; flex-wrap: wrap; gap: 1.5rem; } table.cells { width: auto; font-size: .86rem; }
.cells th { color: var(--quiet); font-weight: 400; } .cells td { white-space: nowrap; }
.cells .wrong { background: var(--bad-ground); color: var(--bad); font-weight: 600; }
.cells .wrong::before { content: "*"; } figure { margin: 0; }
.aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.scatter { display: block; width: 100%; max-width: 30rem; height: auto; font-size: 11px; }
.scatter text { fill: var(--quiet); } .scatter .field { fill: var(--ground); stroke: var(--line); }
.scatter path { fill: none; stroke-width: 1.4; } .scatter .passes { stroke: var(--good); }
.scatter .fails { stroke: var(--bad); }
td.chart { width: 45%; } input, button { font: inherit; color: inherit; background: var(--ground);
      border: 1px solid var(--quiet); border-radius: 4px; padding: .2rem .5rem; }
.replay { display: flex; gap: .5rem; align-items: start; } .replay code { flex: 1; min-width: 0; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } td.chart { display: none; } }
@media print {
  :root { color-scheme: light; --ground: #fff; --panel: #fff; --ink: #000; --quiet: #444; --line: #aaa; --bad: #a01a12;
          --bad-ground: #fff; --good: #14532f; --good-ground: #fff; --open: #6b4300; --open-ground: #fff;
          --mark: #fff; --bar: #888; --link: #000; }
  body { max-width: none; } nav, button, input, label { display: none; }
  article, details { content-visibility: visible; } pre { white-space: pre-wrap; overflow: visible; overflow-wrap: anywhere; }
  .frame, figure, .cells, .scatter, dl > *, tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; } table.cells, .cells .n { font-size: .54rem; } .cells td, .cells th { padding: .1rem .25rem .1rem 0; }
  .frame .at { text-decoration: underline; } }
)css";

inline constexpr const char* page_script = R"js(
for (const b of document.querySelectorAll('button[data-copy]')) {
  b.hidden = !navigator.clipboard;
  b.addEventListener('click', () => navigator.clipboard.writeText(b.dataset.copy).then(() => { b.textContent = 'Copied'; }));
}
const wanted = document.getElementById('wanted');
if (wanted) {
  wanted.parentElement.hidden = false;
  wanted.addEventListener('input', () => {
    const words = wanted.value.toLowerCase().split(' ').filter(Boolean);
    for (const d of document.querySelectorAll('#laws details'))
      d.hidden = !words.every(w => d.dataset.words.includes(w));
  });
}
)js";

// Text for a page.
//
//   escaped("a < b & \"c\"")                       "a &lt; b &amp; &quot;c&quot;"
//   element("td", "1 < 2", "class=\"n\"")          "<td class=\"n\">1 &lt; 2</td>"

// Bytes that are not UTF-8 become U+FFFD.
std::string valid_utf8(std::string_view text);
// With entities in the place of markup, as in HTML and in XML.
std::string with_entities(std::string_view text);

// Safe in text and in double-quoted attributes. What is not UTF-8, or a control but tab and newline, becomes U+FFFD.
std::string escaped(std::string_view text);

// Escapes `text`; `attributes` are inserted unchanged.
std::string element(std::string_view tag, std::string_view text, std::string_view attributes = "");

// A bug as a section of a page: what it is, the lines around it, when it fails, its smallest case, how to repeat it.
//
//   html_bug(bugs[0], evidence, 1, read_source)
//     <article id="bug-1"><h3>1. Race on shared memory `part`: ...</h3> ... <pre class="frame"> ... </pre> ... </article>

// Shows three lines around each line that is part of the bug, with its text below.
std::string html_bug(const fuzz::bug& b, const std::vector<fuzz::bug_evidence>& evidence,
                     std::size_t number, const source_reader& read);

}  // namespace tileproof::report
