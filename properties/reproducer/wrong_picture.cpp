#include "properties/laws/observed.hpp"
#include "properties/laws/physical.hpp"
#include "properties/reproducer/reproducer.hpp"

#include <tileproof/layout_error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {
namespace {

constexpr std::size_t most_columns = 12, most_rows = 24;

struct tables {
    layout_index lengths;
    std::vector<long_index_t> actual, right;
};

std::string offset_text(long_index_t offset) {
    return offset == no_offset ? "." : std::to_string(offset);
}

std::string cell(const tables& t, std::size_t place) {
    if (t.actual[place] == t.right[place]) return offset_text(t.actual[place]);
    return offset_text(t.actual[place]) + "|" + offset_text(t.right[place]);
}

class picture {
  public:
    explicit picture(const tables& t)
        : m_tables(t),
          m_columns(t.lengths.empty() ? 1 : static_cast<std::size_t>(t.lengths.back())),
          m_rows(t.lengths.size() < 2 ? 1
                                      : static_cast<std::size_t>(t.lengths[t.lengths.size() - 2])) {
    }

    std::string text() const {
        const auto [actual, right] =
            std::mismatch(m_tables.actual.begin(), m_tables.actual.end(), m_tables.right.begin());
        if (actual == m_tables.actual.end()) return "";
        const auto first = static_cast<std::size_t>(actual - m_tables.actual.begin());
        // The slice of the first wrong one, and a window of it that shows it.
        const std::size_t slice = first / (m_columns * m_rows);
        const std::size_t in_slice = first % (m_columns * m_rows);
        const std::size_t row = window(in_slice / m_columns, m_rows, most_rows);
        const std::size_t column = window(in_slice % m_columns, m_columns, most_columns);
        std::string result = "Offsets; \"7|1\" is 7 where 1 is right, \".\" is no element";
        if (m_tables.lengths.size() > 2)
            result += fmt::format("; slice {} of {}", slice,
                                  m_tables.actual.size() / (m_columns * m_rows));
        if (m_rows > most_rows || m_columns > most_columns)
            result += fmt::format("; rows from {}, columns from {}", row, column);
        return result + ".\n\n" + window_text(slice * m_columns * m_rows, row, column);
    }

  private:
    static std::size_t window(std::size_t place, std::size_t length, std::size_t most) {
        return length <= most ? 0 : std::min(place - std::min(place, most / 2), length - most);
    }

    std::string window_text(std::size_t begin, std::size_t row, std::size_t column) const {
        const std::size_t rows = std::min(m_rows, row + most_rows);
        const std::size_t columns = std::min(m_columns, column + most_columns);
        std::size_t width = 1;
        for (std::size_t r = row; r < rows; ++r)
            for (std::size_t c = column; c < columns; ++c)
                width = std::max(width, cell(m_tables, begin + r * m_columns + c).size());
        std::string text;
        for (std::size_t r = row; r < rows; ++r) {
            text += "  ";
            for (std::size_t c = column; c < columns; ++c)
                text += fmt::format(" {:>{}}", cell(m_tables, begin + r * m_columns + c), width);
            text += '\n';
        }
        return text;
    }

    const tables& m_tables;
    std::size_t m_columns, m_rows;
};

}  // namespace

std::string picture_of_wrong(const layout_subject& subject, const layout_description& layout) {
    try {
        const observed_layout seen(subject, layout);
        if (!seen.listed()) return "";
        const reference::shown_elements right = reference::show(physical(layout));
        if (right.lengths != seen.lengths() || right.places.size() != seen.offsets().size())
            return "";
        return picture({seen.lengths(), seen.offsets(), right.places}).text();
    } catch (const layout_error&) {
        return "";
    } catch (const reference::too_large&) {
        return "";
    }
}

}  // namespace tileproof::properties
