// SPDX-License-Identifier: MIT
// A tile as a table for the terminal: which lane holds which element, and in which register.
//
//   tile_table(parse_tile("tile R=[] H=[[2],[2,2]] P=[[1,2;0,0]] Y=[2,1]")) prints
//
//   tile R=[] H=[[2],[2,2]] P=[[1,2;0,0]] Y=[2,1]
//   X: 2 x 4 elements; P: 4 (lane); Y: 2 = 2 registers; each element is held once.
//   Rows are X0, columns X1; a cell is lane:register.
//           0   1   2   3
//     0 | 0:0 0:1 1:0 1:1
//     1 | 2:0 2:1 3:0 3:1
//
// With two P dims a cell is warp/lane:register. Several holders of one element are joined by '+'; if there are four
// or more, only the first is shown, with their number. Large tiles are cut in the middle of rows and columns.
#pragma once

#include <algorithm>
#include <string>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>
#include <vector>

namespace tileproof {

// The largest numbers of rows, columns and slices (of tiles with more than two dims) that a table shows.
struct tile_table_limits {
    int rows = 40, columns = 16, slices = 4;
};

namespace detail {

// The indices 0..length-1 that are shown; -1 marks those omitted in the middle.
inline std::vector<long_index_t> shown_indices(long_index_t length, int limit) {
    std::vector<long_index_t> shown;
    const long_index_t tail = std::max(1, limit / 4);
    const bool all = length <= limit;
    for (long_index_t i = 0; i < (all ? length : limit - tail); ++i) shown.push_back(i);
    if (all) return shown;
    shown.push_back(-1);
    for (long_index_t i = length - tail; i < length; ++i) shown.push_back(i);
    return shown;
}

std::string print_product(const auto& lengths) {
    std::string text;
    for (const long_index_t l : lengths) text += (text.empty() ? "" : " x ") + std::to_string(l);
    return text.empty() ? "1" : text;
}

class tile_table_writer {
  public:
    tile_table_writer(const tile_encoding& e, tile_table_limits limits)
        : map_(make_tile_map(e)), limits_(limits), title_(print_tile(e)) {}

    std::string write() const {
        std::string text = title_ + "\n" + facts() + legend();
        const int rank = map_.x_lengths.size();
        bounded_list<long_index_t, tile_encoding::max_x> outer;
        for (int i = 0; i + 2 < rank; ++i) outer.push_back(map_.x_lengths[i]);
        long_index_t slices = 1;
        for (const long_index_t l : outer) slices *= l;
        std::vector<long_index_t> x(static_cast<std::size_t>(std::max(rank, 2)));
        for (const long_index_t slice : shown_indices(slices, limits_.slices)) {
            if (slice < 0) {
                text += "...\n";
                continue;
            }
            tile_map::unpack(outer, slice, x.data());
            for (int i = 0; i < outer.size(); ++i)
                text += (i == 0 ? "At X" : ", X") + std::to_string(i) + " = " +
                        std::to_string(x[static_cast<std::size_t>(i)]);
            if (!outer.empty()) text += ":\n";
            text += slice_table(x, rank);
        }
        return text;
    }

  private:
    std::string facts() const {
        static constexpr const char* who[] = {"nobody to tell apart", "lane", "warp, lane"};
        const int count = map_.p_lengths.size();
        std::string text = "X: " + print_product(map_.x_lengths) +
                           " elements; P: " + print_product(map_.p_lengths) + " (" +
                           (count <= 2 ? who[count] : "P0, P1, ..") + "); Y: ";
        if (map_.y_lengths.size() > 0) text += print_product(map_.y_lengths) + " = ";
        text += std::to_string(map_.registers) + (map_.registers == 1 ? " register" : " registers");
        const std::string times = std::to_string(map_.replicas) + " times";
        return text + "; each element is held " + (map_.replicas == 1 ? "once" : times) + ".\n";
    }
    std::string legend() const {
        static constexpr const char* cell[] = {"register", "lane:register", "warp/lane:register"};
        const int count = map_.p_lengths.size(), rank = map_.x_lengths.size();
        std::string text = rank == 0   ? "The one element; "
                           : rank == 1 ? "Columns are X0; "
                                       : "Rows are X" + std::to_string(rank - 2) + ", columns X" +
                                             std::to_string(rank - 1) + "; ";
        text += std::string("a cell is ") + (count <= 2 ? cell[count] : "P0/P1/..:register");
        return text + (map_.replicas > 1 ? ", holders joined by '+'.\n" : ".\n");
    }
    std::string holder(const long_index_t* x, long_index_t replica) const {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        map_.owner_of(x, replica, p, y);
        std::string text;
        for (int i = 0; i < map_.p_lengths.size(); ++i)
            text += (i > 0 ? "/" : "") + std::to_string(p[i]);
        return text + (text.empty() ? "" : ":") + std::to_string(tile_map::pack(map_.y_lengths, y));
    }
    std::string cell(const long_index_t* x) const {
        if (map_.replicas > 3) return holder(x, 0) + "(x" + std::to_string(map_.replicas) + ")";
        std::string text;
        for (long_index_t r = 0; r < map_.replicas; ++r) text += (r > 0 ? "+" : "") + holder(x, r);
        return text;
    }
    // The last two dims of x are the rows and columns. All columns are as wide as the widest cell.
    std::string slice_table(std::vector<long_index_t>& x, int rank) const {
        const long_index_t rows = rank >= 2 ? map_.x_lengths[rank - 2] : 1;
        const long_index_t columns = rank >= 1 ? map_.x_lengths[rank - 1] : 1;
        std::vector<std::vector<std::string>> lines(1, {""});
        const std::vector<long_index_t> shown_columns = shown_indices(columns, limits_.columns);
        for (const long_index_t c : shown_columns)
            lines[0].push_back(c < 0 ? ".." : std::to_string(c));
        for (const long_index_t r : shown_indices(rows, limits_.rows)) {
            lines.push_back({r < 0 ? ".." : std::to_string(r)});
            for (const long_index_t c : shown_columns) {
                if (rank >= 2) x[static_cast<std::size_t>(rank - 2)] = r;
                if (rank >= 1) x[static_cast<std::size_t>(rank - 1)] = c;
                lines.back().push_back(r < 0 || c < 0 ? ".." : cell(x.data()));
            }
        }
        return print_lines(lines);
    }
    static std::string print_lines(const std::vector<std::vector<std::string>>& lines) {
        std::size_t head = 0, width = 0;
        for (const auto& line : lines) {
            head = std::max(head, line[0].size());
            for (std::size_t i = 1; i < line.size(); ++i) width = std::max(width, line[i].size());
        }
        std::string text;
        for (std::size_t n = 0; n < lines.size(); ++n) {
            text += "  " + std::string(head - lines[n][0].size(), ' ') + lines[n][0];
            text += n == 0 ? "  " : " |";
            for (std::size_t i = 1; i < lines[n].size(); ++i)
                text += std::string(width + 1 - lines[n][i].size(), ' ') + lines[n][i];
            text += "\n";
        }
        return text;
    }

    tile_map map_;
    tile_table_limits limits_;
    std::string title_;
};

}  // namespace detail

// The table of an encoding. Throws layout_error like check_tile. Costs no more than what it shows.
inline std::string tile_table(const tile_encoding& e, tile_table_limits limits = {}) {
    return detail::tile_table_writer(e, limits).write();
}

}  // namespace tileproof
