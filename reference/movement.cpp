// SPDX-License-Identifier: MIT
#include "reference/movement.hpp"

#include <Eigen/Core>

#include <complex>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

namespace tileproof::reference {
namespace {

template <class Bits>
using bit_matrix = Eigen::Array<Bits, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class Bits>
using input_view = Eigen::Map<const bit_matrix<Bits>, Eigen::Unaligned, Eigen::OuterStride<>>;
template <class Bits>
using output_view = Eigen::Map<bit_matrix<Bits>, Eigen::Unaligned, Eigen::OuterStride<>>;

void require(bool right, const char* what, std::int64_t value, const std::string& rule) {
    if (!right)
        throw std::invalid_argument(std::string("The ") + what + " of a matrix batch is " +
                                    std::to_string(value) + "; " + rule);
}

void require_sensible(const matrix_batch& m, std::int64_t output_row) {
    require(m.rows >= 0, "row count", m.rows, "it cannot be negative.");
    require(m.columns >= 0, "column count", m.columns, "it cannot be negative.");
    require(m.batch >= 0, "batch", m.batch, "it cannot be negative.");
    require(m.input.leading >= m.columns, "input's leading dimension", m.input.leading,
            "a row of " + std::to_string(m.columns) + " elements does not fit.");
    require(m.output.leading >= output_row, "output's leading dimension", m.output.leading,
            "a row of " + std::to_string(output_row) + " elements does not fit.");
    require(m.input.batch_stride >= 0, "input's batch stride", m.input.batch_stride,
            "it cannot be negative.");
    require(m.output.batch_stride >= 0, "output's batch stride", m.output.batch_stride,
            "it cannot be negative.");
}

template <class Bits, bool Transposed>
void move(const matrix_batch& m, const void* in, void* out) {
    const std::int64_t output_rows = Transposed ? m.columns : m.rows;
    const std::int64_t output_columns = Transposed ? m.rows : m.columns;
    for (std::int64_t b = 0; b < m.batch; ++b) {
        const input_view<Bits> from(static_cast<const Bits*>(in) + b * m.input.batch_stride, m.rows,
                                    m.columns, Eigen::OuterStride<>(m.input.leading));
        output_view<Bits> to(static_cast<Bits*>(out) + b * m.output.batch_stride, output_rows,
                             output_columns, Eigen::OuterStride<>(m.output.leading));
        if constexpr (Transposed)
            to = from.transpose();
        else
            to = from;
    }
}

// Any other size: structs.
template <bool Transposed>
void move_bytes(const matrix_batch& m, const void* in, void* out) {
    require(m.element_bytes > 0, "element size", m.element_bytes, "it must be at least one byte.");
    const auto width = static_cast<std::size_t>(m.element_bytes);
    for (std::int64_t b = 0; b < m.batch; ++b)
        for (std::int64_t r = 0; r < m.rows; ++r)
            for (std::int64_t c = 0; c < m.columns; ++c) {
                const std::int64_t from = b * m.input.batch_stride + r * m.input.leading + c;
                const std::int64_t row = Transposed ? c : r, column = Transposed ? r : c;
                const std::int64_t to = b * m.output.batch_stride + row * m.output.leading + column;
                std::memcpy(
                    static_cast<std::byte*>(out) + static_cast<std::size_t>(to) * width,
                    static_cast<const std::byte*>(in) + static_cast<std::size_t>(from) * width,
                    width);
            }
}

template <bool Transposed>
void move_elements(const matrix_batch& m, const void* in, void* out) {
    require_sensible(m, Transposed ? m.rows : m.columns);
    switch (m.element_bytes) {
        case 1:
            return move<std::uint8_t, Transposed>(m, in, out);
        case 2:
            return move<std::uint16_t, Transposed>(m, in, out);
        case 4:
            return move<std::uint32_t, Transposed>(m, in, out);
        case 8:
            return move<std::uint64_t, Transposed>(m, in, out);
        case 16:
            return move<std::complex<std::int64_t>, Transposed>(m, in, out);
        default:
            return move_bytes<Transposed>(m, in, out);
    }
}

}  // namespace

void copy(const matrix_batch& m, const void* in, void* out) { move_elements<false>(m, in, out); }

void transpose(const matrix_batch& m, const void* in, void* out) {
    move_elements<true>(m, in, out);
}

}  // namespace tileproof::reference
