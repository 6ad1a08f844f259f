// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/reproducer.hpp"
#include "properties/layout/observed.hpp"

#include <tileproof/layout_error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::fuzz {

using namespace properties;

namespace {

constexpr std::size_t most_columns = 12, most_rows = 24;

struct tables {
    layout_index lengths;
    std::vector<long_index_t> actual, right;
    long_index_t space;  // offsets lie below it
};

std::string offset_text(long_index_t offset) {
    return offset == no_offset ? "." : std::to_string(offset);
}

class picture {
  public:
    explicit picture(const tables& t)
        : m_tables(t),
          m_columns(t.lengths.empty() ? 1 : static_cast<std::size_t>(t.lengths.back())) {}

    std::string text() const {
        const std::size_t count = m_tables.actual.size();
        std::size_t first = count, wrong = 0, outside = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!differs(i) && !is_outside(i)) continue;
            first = std::min(first, i);
            ++wrong;
            outside += is_outside(i);
        }
        if (wrong == 0) return "";
        const std::size_t rows = count / m_columns;
        const std::size_t row = window(first / m_columns, rows, most_rows);
        const std::size_t column = window(first % m_columns, m_columns, most_columns);
        std::string result = fmt::format(
            "Offsets: \"7|1\" is 7 where 1 is right, \".\" is no element{}; {} of {} {} "
            "wrong.{}\n\n",
            outside == 0
                ? ""
                : fmt::format(", \"9!\" lies outside the element space of {}", m_tables.space),
            wrong, count, wrong == 1 ? "is" : "are",
            rows > most_rows || m_columns > most_columns ? " Shown is the part around the first."
                                                         : "");
        return result + window_text(row, std::min(rows, row + most_rows), column,
                                    std::min(m_columns, column + most_columns));
    }

  private:
    bool differs(std::size_t position) const {
        return m_tables.actual[position] != m_tables.right[position];
    }
    bool is_outside(std::size_t position) const {
        const long_index_t offset = m_tables.actual[position];
        return offset != no_offset && (offset < 0 || offset >= m_tables.space);
    }
    std::string cell(std::size_t position) const {
        std::string text = offset_text(m_tables.actual[position]);
        if (is_outside(position)) text += '!';
        if (differs(position)) text += '|' + offset_text(m_tables.right[position]);
        return text;
    }

    static std::size_t window(std::size_t position, std::size_t length, std::size_t most) {
        return length <= most ? 0
                              : std::min(position - std::min(position, most / 2), length - most);
    }

    // The index of a row, "(3,*)"; of a part of it "(3,94..105)".
    std::string label(std::size_t row, std::size_t column, std::size_t end) const {
        if (m_tables.lengths.empty()) return "()";
        std::string text =
            end - column == m_columns ? "*)" : fmt::format("{}..{})", column, end - 1);
        for (std::size_t d = m_tables.lengths.size() - 1; d-- > 0;) {
            const auto length = static_cast<std::size_t>(m_tables.lengths[d]);
            text = fmt::format("{},", row % length) + text;
            row /= length;
        }
        return '(' + text;
    }

    std::string window_text(std::size_t row, std::size_t rows, std::size_t column,
                            std::size_t columns) const {
        std::size_t width = 1, label_width = 0;
        for (std::size_t r = row; r < rows; ++r) {
            label_width = std::max(label_width, label(r, column, columns).size());
            for (std::size_t c = column; c < columns; ++c)
                width = std::max(width, cell(r * m_columns + c).size());
        }
        std::string text;
        for (std::size_t r = row; r < rows; ++r) {
            text += fmt::format("  {:<{}} ", label(r, column, columns), label_width);
            for (std::size_t c = column; c < columns; ++c)
                text += fmt::format(" {:>{}}", cell(r * m_columns + c), width);
            text += '\n';
        }
        return text;
    }

    const tables& m_tables;
    std::size_t m_columns;
};

}  // namespace

std::string picture_of_wrong(const layout_subject& subject, const layout_description& layout) {
    try {
        const observed_layout seen(subject, layout);
        if (!seen.listed()) return "";
        const reference::shown_elements right = reference::show(physical(layout));
        if (right.lengths != seen.lengths() || right.places.size() != seen.offsets().size())
            return "";
        const tables both{seen.lengths(), seen.offsets(), right.places, seen.element_space_size()};
        return both.actual.empty() ? "" : picture(both).text();
    } catch (const layout_error&) {
        return "";
    } catch (const reference::too_large&) {
        return "";
    }
}

}  // namespace tileproof::fuzz
