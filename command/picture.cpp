// SPDX-License-Identifier: MIT
#include "command/picture.hpp"

#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tileproof::properties {
namespace {

constexpr std::size_t margin = 10;       // for "stage 12  "
constexpr std::size_t widest_name = 60;  // of a transform: gather tables are long
constexpr std::size_t gap = 3;

// One transform as a box of five lines: upper dims, joint, name, joint, lower dims.
using box = std::array<std::string, 5>;

std::string dim_text(const layout_walk& walk, int id) {
    if (walk.index.empty()) return fmt::format("d{}:{}", id, walk.lengths[id]);
    const auto& value = walk.index[id];
    return value ? fmt::format("d{}={}", id, *value) : fmt::format("d{}=?", id);
}

// The dims of one side in a row, and the line that joins them: "|" for one, "+---+" for several.
std::pair<std::string, std::string> side(const layout_walk& walk, const std::vector<int>& ids) {
    if (ids.empty()) return {"()", ""};
    std::string dims, joint;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i > 0) {
            dims += "  ";
            joint.append(dims.size() - joint.size(), '-');
        }
        joint += ids.size() == 1 ? '|' : '+';
        dims += dim_text(walk, ids[i]);
    }
    return {dims, joint};
}

box box_of(const layout_walk& walk, const walk_step& step) {
    auto [upper, upper_joint] = side(walk, step.upper);
    auto [lower, lower_joint] = side(walk, step.lower);
    std::string name = shortened(step.transform, widest_name);
    if (!step.has_element) name += "  << no element here: the walk ends";
    return {upper, upper_joint, name, lower_joint, lower};
}

std::size_t width_of(const box& b) {
    std::size_t width = 0;
    for (const std::string& line : b) width = std::max(width, line.size());
    return width;
}

// Blocks side by side while they fit, then below.
std::string rows_of(const std::vector<box>& boxes, std::string title) {
    std::string text;
    for (std::size_t first = 0; first < boxes.size();) {
        std::array<std::string, 5> lines;
        lines.fill(std::string(margin, ' '));
        lines[0] = fmt::format("{:<{}}", title, margin);
        title.clear();
        std::size_t next = first;
        for (; next < boxes.size(); ++next) {
            const std::size_t start = next == first ? margin : lines[0].size() + gap;
            if (next > first && start + width_of(boxes[next]) > report_width) break;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                lines[i].resize(start, ' ');
                lines[i] += boxes[next][i];
                lines[i].resize(start + width_of(boxes[next]), ' ');
            }
        }
        first = next;
        text += '\n';
        for (std::string& line : lines) {
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + '\n';
        }
    }
    return text;
}

std::string visible_line(const layout_walk& walk) {
    std::string dims;
    for (const int id : walk.visible) {
        if (!dims.empty()) dims += "   ";
        dims += walk.index.empty() ? dim_text(walk, id)
                                   : fmt::format("{} of {}", dim_text(walk, id), walk.lengths[id]);
    }
    return wrapped(dims.empty() ? "()" : dims, fmt::format("{:<{}}", "visible", margin));
}

}  // namespace

std::string picture_of(const layout_walk& walk) {
    std::string text = visible_line(walk);
    for (int stage = walk.steps.back().stage; stage >= 0; --stage) {
        if (stage > 0) {
            std::vector<box> boxes;
            for (const walk_step& step : walk.steps)
                if (step.stage == stage) boxes.push_back(box_of(walk, step));
            text += rows_of(boxes, fmt::format("stage {}", stage));
            continue;
        }
        std::string title = "base";
        for (std::size_t i = walk.steps.size(); i-- > 0;)  // an offset comes below the strides
            if (walk.steps[i].stage == 0) {
                text += rows_of({box_of(walk, walk.steps[i])}, title);
                title.clear();
            }
    }
    return text;
}

}  // namespace tileproof::properties
