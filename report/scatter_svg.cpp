// SPDX-License-Identifier: MIT
#include "report/scatter_svg.hpp"

#include "report/html_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace tileproof::properties {
namespace {

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
        "class=\"field\"/>\n{7}{8}<text x=\"{9:.0f}\" y=\"{10:.0f}\" text-anchor=\"middle\">{11}"
        "</text>\n<text x=\"12\" y=\"{12:.0f}\" text-anchor=\"middle\" transform=\"rotate(-90 12 "
        "{12:.0f})\">{13}</text>\n<path class=\"passes\" d=\"{14}\"/>\n<path class=\"fails\" "
        "d=\"{15}\"/>\n</svg><figcaption class=\"quiet\">Crosses fail ({16}), rings pass ({17}); "
        "each "
        "doubling of a length is as wide as the one before.</figcaption></figure>\n",
        left + width + 24, top + height + 40, escaped(says), left - 5, top - 5, width + 10,
        height + 10, ticks(x, true), s.y.empty() ? "" : ticks(y, false), left + width / 2,
        top + height + 34, escaped(s.x), top + height / 2, escaped(s.y), passes, fails, failing,
        s.points.size() - failing);
}

}  // namespace tileproof::properties
