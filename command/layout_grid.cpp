// SPDX-License-Identifier: MIT
#include "command/layout_grid.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>

#include "devices/banks.hpp"
#include "properties/layout/subject.hpp"
#include "report/html_page.hpp"
#include "report/output.hpp"
#include "system/text.hpp"

namespace tileproof::command {

using namespace report;

namespace {

using index_list = std::vector<long_index_t>;
constexpr long_index_t most = 64;  // rows, and columns
constexpr int banks = devices::banks, bank_bytes = devices::bank_bytes;

// Rows and columns of a grid over these lengths, and the index of each cell.
struct frame {
    explicit frame(index_list lengths) {
        const long_index_t last = lengths.empty() ? 1 : lengths.back();
        if (!lengths.empty()) lengths.pop_back();
        long_index_t rows = 1;
        for (const long_index_t n : lengths) rows *= n;
        for (long_index_t r = 0; r < std::min(rows, most); ++r)
            down.push_back(properties::index_at(r, lengths));
        width = std::min(last, most);
        cut = width < last || most < rows;
    }
    void name(grid_picture& p) const {
        for (const index_list& row : down) p.rows.push_back(fmt::format("{}", fmt::join(row, ",")));
        for (long_index_t c = 0; c < width; ++c) p.columns.push_back(std::to_string(c));
        if (cut) p.description += " Only the first 64 rows and columns are shown.";
    }
    index_list index(const index_list& row, long_index_t column, std::size_t rank) const {
        index_list all = row;
        if (rank > 0) all.push_back(column);
        return all;
    }
    std::vector<index_list> down;
    long_index_t width = 1;
    bool cut = false;
};

// The worst conflict of lane groups along the rows (`step` 1) or along the columns.
int worst_conflict(const std::vector<long_index_t>& bytes, std::size_t width, bool along_rows) {
    int worst = 1;
    const std::size_t height = width == 0 ? 0 : bytes.size() / width;
    const std::size_t lines = along_rows ? height : width, length = along_rows ? width : height;
    for (std::size_t line = 0; line < lines; ++line)
        for (std::size_t begin = 0; begin < length; begin += banks) {
            std::vector<long_index_t> lanes;
            for (std::size_t i = begin; i < std::min(begin + banks, length); ++i)
                lanes.push_back(bytes[along_rows ? line * width + i : i * width + line]);
            worst = std::max(worst, bank_conflict(lanes));
        }
    return worst;
}

std::string conflict_text(int ways) {
    return ways == 1 ? "no bank conflict" : fmt::format("a {}-way bank conflict", ways);
}

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
    std::string name = system::shortened(step.transform, widest_name);
    if (!step.has_element) name += "  << no element here: the walk ends";
    return {upper, upper_joint, name, lower_joint, lower};
}

std::size_t width_of(const box& b) {
    const auto width = [](const std::string& line) { return line.size(); };
    return std::ranges::max_element(b, {}, width)->size();
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
            if (next > first && start + width_of(boxes[next]) > system::report_width) break;
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
    return system::wrapped(dims.empty() ? "()" : dims, fmt::format("{:<{}}", "visible", margin));
}

// Whether there is an element at the upper index u of a dim of this length; not, in a pad.
bool has_element(const item_description& item, long_index_t u, long_index_t length) {
    using enum transform_kind;
    const auto& n = item.arguments;
    if (item.kind == pad) return u >= n[0] && u < length - n[1];
    if (item.kind == left_pad) return u >= n[0];
    return item.kind != right_pad || u < length - n[0];
}

// From the top down. At the first pad without an element it ends: what is not computed by then has no value.
void evaluate(layout_walk& walk, const std::vector<const item_description*>& items,
              const std::vector<long_index_t>& hidden) {
    walk.index.assign(walk.lengths.size(), std::nullopt);
    for (const int id : walk.visible) walk.index[id] = hidden[id];
    for (std::size_t i = walk.steps.size(); i-- > 0;) {
        walk_step& step = walk.steps[i];
        if (items[i] && !step.upper.empty() &&
            !has_element(*items[i], hidden[step.upper[0]], walk.lengths[step.upper[0]])) {
            step.has_element = false;
            return;
        }
        for (const int id : step.lower) walk.index[id] = hidden[id];
    }
}

}  // namespace

void write_pictures(const explain_options& o, const grid_picture& picture,
                    const std::string& text) {
    if (!o.svg.empty()) write_report(o.svg, grid_svg(picture));
    if (o.html.empty()) return;
    write_report(
        o.html,
        fmt::format(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
            "name=\"viewport\" content=\"width=device-width, "
            "initial-scale=1\">\n<title>{0}</title>\n"
            "<style>{1}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n<p>{2}</p>\n<div "
            "class=\"scroll\" tabindex=\"0\">\n{3}</div>\n<pre tabindex=\"0\">{4}</pre>\n</main>\n"
            "</body>\n</html>\n",
            escaped(picture.title), page_style, escaped(picture.description), grid_svg(picture),
            escaped(text)));
}

int bank_conflict(const std::vector<long_index_t>& bytes) {
    std::vector<std::uint64_t> words;
    for (const long_index_t b : bytes)
        if (b >= 0) words.push_back(static_cast<std::uint64_t>(b / bank_bytes));
    return std::max(1, static_cast<int>(devices::most_in_one_bank(words)));
}

grid_picture layout_grid(const layout& l, std::optional<int> element_bytes) {
    grid_picture p{.title = l.text(),
                   .description = fmt::format("The offset of each index of {}.", l.text())};
    const frame f({l.lengths().begin(), l.lengths().end()});
    const auto largest = static_cast<double>(std::max<long_index_t>(l.element_space_size() - 1, 1));
    std::vector<long_index_t> bytes;
    for (const index_list& row : f.down)
        for (long_index_t c = 0; c < f.width; ++c) {
            const index_list index = f.index(row, c, l.lengths().size());
            const auto offset = l.offset(index);
            const std::string name = fmt::format("({})", fmt::join(index, ","));
            bytes.push_back(offset && element_bytes ? *offset * *element_bytes : -1);
            if (!offset) {
                p.cells.push_back(
                    {.text = "-", .title = name + " lies in a pad: it has no element"});
                continue;
            }
            grid_cell cell{.text = std::to_string(*offset),
                           .title = fmt::format("{} has offset {}", name, *offset),
                           .shade = static_cast<double>(*offset) / largest};
            if (element_bytes) {
                const long_index_t bank = bytes.back() / bank_bytes % banks;
                cell.below = fmt::format("bank {}", bank);
                cell.title += fmt::format(", in bank {}", bank);
                cell.shade = static_cast<double>(bank) / banks;
            }
            p.cells.push_back(std::move(cell));
        }
    if (element_bytes) {
        p.categories = true;
        const auto width = static_cast<std::size_t>(f.width);
        p.description += fmt::format(
            " Elements of {} bytes; 32 lanes that read along a row have {}, along a column {}.",
            *element_bytes, conflict_text(worst_conflict(bytes, width, true)),
            conflict_text(worst_conflict(bytes, width, false)));
    }
    f.name(p);
    return p;
}

grid_picture tile_grid(const tile_encoding& e) {
    const tile_map map = make_tile_map(e);
    grid_picture p{.title = print_tile(e),
                   .description = fmt::format("Who holds each element of {}.", print_tile(e)),
                   .categories = true};
    const frame f({map.x_lengths.begin(), map.x_lengths.end()});
    double threads = 1;
    for (const long_index_t n : map.p_lengths) threads *= static_cast<double>(n);
    for (const index_list& row : f.down)
        for (long_index_t c = 0; c < f.width; ++c) {
            const index_list x = f.index(row, c, static_cast<std::size_t>(map.x_lengths.size()));
            index_list owner(static_cast<std::size_t>(map.p_lengths.size())),
                y(static_cast<std::size_t>(map.y_lengths.size()));
            map.owner_of(x.data(), 0, owner.data(), y.data());
            const long_index_t reg = tile_map::pack(map.y_lengths, y.data());
            const long_index_t thread = tile_map::pack(map.p_lengths, owner.data());
            p.cells.push_back(
                {.text = fmt::format("T{}", fmt::join(owner, ".")),
                 .below = fmt::format("r{}", reg),
                 .title = fmt::format("({}) is held by thread {} in register {}{}",
                                      fmt::join(x, ","), fmt::join(owner, "."), reg,
                                      map.replicas > 1
                                          ? fmt::format(", and in {} more places", map.replicas - 1)
                                          : ""),
                 .shade = static_cast<double>(thread) / std::max(threads, 1.0)});
        }
    f.name(p);
    return p;
}

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

layout_walk walk_of(const layout& l, const std::optional<std::vector<long_index_t>>& index) {
    const layout_tuples tuples = l.tuples();
    layout_walk walk;
    walk.visible = tuples.visible_dimension_ids;
    walk.lengths = l.hidden_lengths();
    std::vector<const item_description*> items;
    std::vector<int> stages;
    int stage = 0;
    for (const stage_description& s : l.description().stages) {
        ++stage;
        for (const item_description& item : s.items) {
            items.push_back(&item);
            stages.push_back(stage);
        }
    }
    // Before the items comes the base: one transform, or two with an offset.
    const std::size_t base = tuples.transforms.size() - items.size();
    items.insert(items.begin(), base, nullptr);
    stages.insert(stages.begin(), base, 0);
    for (std::size_t i = 0; i < tuples.transforms.size(); ++i)
        walk.steps.push_back({tuples.transforms[i], stages[i], tuples.lower_dimension_ids[i],
                              tuples.upper_dimension_ids[i], true});
    if (index) evaluate(walk, items, l.hidden_index(*index));
    return walk;
}

}  // namespace tileproof::command
