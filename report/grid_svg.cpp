// SPDX-License-Identifier: MIT
#include "report/grid_svg.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>
#include <tuple>

#include "report/html_page.hpp"

namespace tileproof::report {

using fuzz::case_point;
using fuzz::case_scatter;

namespace {

constexpr int cell_height = 34, head = 44, font = 7;  // pixels; `font`: the width of a character

struct colour {
    double r, g, b;  // 0 to 1
    double light() const { return 0.2126 * r + 0.7152 * g + 0.0722 * b; }
    std::string hex() const {
        const auto byte = [](double v) { return static_cast<int>(std::lround(255 * v)); };
        return fmt::format("#{:02x}{:02x}{:02x}", byte(r), byte(g), byte(b));
    }
};

// Dark blue through green to yellow: ever lighter, so it works in grey print and for colour-blind readers.
colour amount(double shade) {
    static constexpr std::array<colour, 6> stops = {{{0.27, 0.00, 0.33},
                                                     {0.25, 0.27, 0.53},
                                                     {0.16, 0.47, 0.56},
                                                     {0.13, 0.66, 0.52},
                                                     {0.48, 0.82, 0.32},
                                                     {0.99, 0.91, 0.14}}};
    const double at = std::clamp(shade, 0.0, 1.0) * (stops.size() - 1);
    const auto i = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    const double t = at - static_cast<double>(i);
    const auto mix = [&](double a, double b) { return a + (b - a) * t; };
    return {mix(stops[i].r, stops[i + 1].r), mix(stops[i].g, stops[i + 1].g),
            mix(stops[i].b, stops[i + 1].b)};
}

// Light hues around the circle; neighbouring numbers also differ in lightness.
colour category(double shade) {
    const double hue = 6 * std::fmod(shade, 1.0),
                 light = std::fmod(shade * 37, 1.0) < 0.5 ? 0.80 : 0.68;
    const auto part = [&](double offset) {
        const double k = std::fmod(offset + hue, 6.0);
        const double wave = std::clamp(std::min(k, 4 - k), 0.0, 1.0);
        return std::clamp(light + 0.22 - 0.5 * wave, 0.0, 1.0);
    };
    return {part(5), part(3), part(1)};
}

std::string text_at(double x, double y, std::string_view text, std::string_view more) {
    return text.empty() ? ""
                        : fmt::format("<text x=\"{:g}\" y=\"{:g}\"{}>{}</text>\n", x, y, more,
                                      escaped(text));
}

std::size_t widest(const grid_picture& p) {
    std::size_t width = 3;
    for (const grid_cell& c : p.cells) width = std::max({width, c.text.size(), c.below.size()});
    for (const std::string& name : p.columns) width = std::max(width, name.size());
    return width;
}

std::string cell(const grid_picture& p, const grid_cell& c, double x, double y, double width) {
    const bool empty = c.shade < 0;
    const colour fill = p.categories ? category(c.shade) : amount(c.shade);
    std::string text = fmt::format("<g{}>", empty || fill.light() > 0.45 ? "" : " class=\"dark\"");
    if (!c.title.empty()) text += element("title", c.title);
    text += fmt::format("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{}\" fill=\"{}\"/>\n",
                        x, y, width, cell_height, empty ? "url(#hatched)" : fill.hex());
    text += text_at(x + width / 2, y + (c.below.empty() ? 22 : 16), c.text, "");
    text += text_at(x + width / 2, y + 28, c.below, " class=\"small\"");
    return text + "</g>\n";
}

constexpr double left = 46, top = 10, width = 300, height = 200, mark_size = 3;

// Logarithmic, but starting at 0: each doubling is equally wide.
double scaled(double value) { return std::log2(1 + std::max(value, 0.0)); }

struct scale {
    double most, length;
    double at(double value) const { return scaled(value) / most * length; }
};

scale scale_of(const case_scatter& s, double case_point::*value, double length) {
    double most = 1;
    for (const case_point& p : s.points) most = std::max(most, scaled(p.*value));
    return {most, length};
}

std::string ticks(const scale& s, bool across) {
    std::string text;
    for (const double value : {0.0, 1.0, 4.0, 16.0, 64.0, 256.0, 1024.0, 4096.0}) {
        if (scaled(value) > s.most + 0.01) break;
        const double x = across ? left + s.at(value) : left - 6,
                     y = across ? top + height + 16 : top + height - s.at(value) + 4;
        text += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                            across ? "middle" : "end", value);
    }
    return text;
}

}  // namespace

std::string grid_svg(const grid_picture& p) {
    if (p.cells.size() != p.rows.size() * p.columns.size())
        throw std::invalid_argument(fmt::format("A grid of {} x {} has {} cells.", p.rows.size(),
                                                p.columns.size(), p.cells.size()));
    std::size_t names = 1;
    for (const std::string& name : p.rows) names = std::max(names, name.size());
    const double left = 16.0 + font * static_cast<double>(names),
                 width = 10.0 + font * static_cast<double>(widest(p)),
                 total = left + width * static_cast<double>(p.columns.size()) + 8,
                 height = head + cell_height * static_cast<double>(p.rows.size()) + 8;
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {0:g} {1:g}\" "
        "width=\"{0:g}\" height=\"{1:g}\" font-family=\"DejaVu Sans Mono, monospace\" "
        "font-size=\"11\" text-anchor=\"middle\">\n{2}\n{3}\n"
        "<style>rect {{ stroke: #fff; }} .small {{ font-size: 8px; }} .dark text {{ fill: #fff; }} "
        "text {{ fill: #111; }}</style>\n<defs><pattern id=\"hatched\" width=\"6\" height=\"6\" "
        "patternUnits=\"userSpaceOnUse\"><rect width=\"6\" height=\"6\" fill=\"#eee\"/><path "
        "d=\"M0 6L6 0\" stroke=\"#999\"/></pattern></defs>\n"
        "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#fff\"/>\n",
        std::max(total, 24.0 + font * static_cast<double>(p.title.size())), height,
        element("title", p.title), element("desc", p.description));
    text += text_at(8, 16, p.title, " text-anchor=\"start\" font-weight=\"bold\"");
    for (std::size_t c = 0; c < p.columns.size(); ++c)
        text += text_at(left + width * (static_cast<double>(c) + 0.5), head - 6, p.columns[c],
                        " class=\"small\"");
    for (std::size_t r = 0; r < p.rows.size(); ++r) {
        const double y = head + cell_height * static_cast<double>(r);
        text += text_at(left - 6, y + 21, p.rows[r], " class=\"small\" text-anchor=\"end\"");
        for (std::size_t c = 0; c < p.columns.size(); ++c)
            text += cell(p, p.cells[r * p.columns.size() + c],
                         left + width * static_cast<double>(c), y, width);
    }
    return text + "</svg>\n";
}

std::string scatter_svg(const case_scatter& s, const std::string& condition) {
    if (s.points.empty()) return {};
    const scale x = scale_of(s, &case_point::x, width), y = scale_of(s, &case_point::y, height);
    std::set<std::tuple<bool, double, double>> seen;
    std::string fails, passes;
    std::size_t failing = 0;
    for (const case_point& p : s.points) {
        failing += p.fails;
        if (!seen.insert({p.fails, p.x, p.y}).second) continue;
        const double px = left + x.at(p.x);
        const double py =
            s.y.empty() ? top + height / (p.fails ? 3 : 1.5) : top + height - y.at(p.y);
        if (p.fails)
            fails += fmt::format("M{:.1f} {:.1f}l{} {}m-{} 0l{} -{}", px - mark_size,
                                 py - mark_size, 2 * mark_size, 2 * mark_size, 2 * mark_size,
                                 2 * mark_size, 2 * mark_size);
        else
            passes += fmt::format("M{:.1f} {:.1f}a{} {} 0 1 0 {} 0a{} {} 0 1 0 -{} 0",
                                  px - mark_size, py, mark_size, mark_size, 2 * mark_size,
                                  mark_size, mark_size, 2 * mark_size);
    }
    const std::string axes = s.y.empty() ? s.x : s.x + " and " + s.y;
    const std::string says =
        fmt::format("{} of {} cases over {} fail: {}", failing, s.points.size(), axes, condition);
    return fmt::format(
        "<figure><svg class=\"scatter\" viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" "
        "aria-label=\"{2}\">\n<rect x=\"{3}\" y=\"{4}\" width=\"{5}\" height=\"{6}\" "
        "class=\"field\"/>\n{7}{8}<text x=\"{9:.0f}\" y=\"{10:.0f}\" "
        "text-anchor=\"middle\">{11}</text>\n<text x=\"12\" y=\"{12:.0f}\" text-anchor=\"middle\" "
        "transform=\"rotate(-90 12 {12:.0f})\">{13}</text>\n<path class=\"passes\" "
        "d=\"{14}\"/>\n<path class=\"fails\" d=\"{15}\"/>\n</svg><figcaption "
        "class=\"quiet\">Crosses fail ({16}), rings pass ({17}); each doubling of a length is as "
        "wide as the one before.</figcaption></figure>\n",
        left + width + 24, top + height + 40, escaped(says), left - 5, top - 5, width + 10,
        height + 10, ticks(x, true), s.y.empty() ? "" : ticks(y, false), left + width / 2,
        top + height + 34, escaped(s.x), top + height / 2, escaped(s.y), passes, fails, failing,
        s.points.size() - failing);
}

}  // namespace tileproof::report
