#include "properties/kernel/matrix_operand.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {

std::size_t matrices::elements() const {
    if (batch == 0 || outer == 0 || inner == 0) return static_cast<std::size_t>(offset);
    return static_cast<std::size_t>(offset + (batch - 1) * batch_stride + (outer - 1) * leading +
                                    inner);
}

std::vector<unsigned char> matrices::live() const {
    std::vector<unsigned char> flags(elements());
    for (long_index_t b = 0; b < batch; ++b)
        for (long_index_t r = 0; r < outer && inner > 0; ++r)
            std::fill_n(flags.begin() + offset + b * batch_stride + r * leading, inner, 1);
    return flags;
}

std::size_t matrices::place(long_index_t row, long_index_t column) const {
    return static_cast<std::size_t>(
        offset + (column_major ? column * leading + row : row * leading + column));
}

std::string matrices::name_of(std::size_t place) const {
    const auto e = static_cast<long_index_t>(place) - offset;
    if (e < 0) return fmt::format("the element {} before the first", -e);
    const long_index_t b = batch > 1 && batch_stride > 0 ? e / batch_stride : 0;
    const long_index_t rest = e - b * batch_stride;
    const long_index_t row = leading > 0 ? rest / leading : 0, column = rest - row * leading;
    const std::string at =
        column_major ? fmt::format("({},{})", column, row) : fmt::format("({},{})", row, column);
    return batch > 1 ? fmt::format("element {} of matrix {}", at, b) : "element " + at;
}

call_operand operand(std::string name, const element_type& type, const matrices& m) {
    call_operand o;
    o.name = std::move(name);
    o.element_bytes = type.bytes;
    o.lead = static_cast<std::size_t>(m.offset);
    o.live = m.live();
    o.contents.resize(o.live.size() * static_cast<std::size_t>(type.bytes));
    o.name_of_element = [m](std::size_t e) { return m.name_of(e); };
    o.print_value = [&type](const std::byte* value) { return print_value(type, value); };
    return o;
}

}  // namespace tileproof::properties
