// SPDX-License-Identifier: MIT
// The right answer of a product, in float64 with a bound for each element, the contents of its operands, and K8 of products:
//
//   scaled          D' = 2 D. Powers of two change no rounding, so f32 results must agree bit for bit
//   rows_reversed   row i of D' is row m - 1 - i of D, bit for bit
//   k_reversed      D' = D within both bounds: the order of a sum may change its rounding
//   transposed      D' = D transposed, in the same memory, within both bounds
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/product/product_problem.hpp"
#include "properties/kernel/contract.hpp"
#include "reference/product.hpp"

namespace tileproof::properties {

// In the order of kernels::product_types, for A, B, C and D.
std::vector<contract_type> product_type_list();
contract_data product_contents();
std::vector<contract_relation> product_relations();
void multiplied(packed_call&);

// For similar contracts.
reference::number_format format_of(const element_type&);
// A packed operand as doubles.
std::vector<double> numbers_of(const packed_call&, std::size_t operand);
// Sets the operand's values, bounds and bytes.
void set_answer(packed_call&, std::size_t operand, std::vector<double> values,
                std::vector<double> bounds);
// Fills an operand like operand `as` ('a', 'b' or 'c') of a product.
void fill_as(const fill_request&, char as, std::uint64_t seed, bool from_float, bytes& packed);
// Rows or columns of a packed matrix in reverse order.
bytes reversed(const bytes& packed, const std::vector<long_index_t>& extents, bool rows);

// K7: how far each element of a matrix unit's product may be from the float64 result.
//
// The model. u = 2^-24. A matrix unit multiplies f16 or bf16 numbers exactly and adds blocks of products to an
// accumulator. Adding j addends x_1 .. x_j and the accumulator, in any order, has an error of at most
//   2 u (j + 2) max(|x_i|, |accumulator|, |result|)
// This holds for float additions one by one, each rounded to nearest (error u per addition), and for units that align
// all addends to the largest, truncate each after 24 bits (2 u each, accumulator included) and truncate the sum (2
// u): the coarsest behaviour measured on GPUs (Fasi, Higham, Mikaitis and Pranesh, "Numerical behavior of NVIDIA
// tensor cores", 2021). Blocks have 8 products or more; the last may be partial.
//
// The theorem. Let S = sum |a_k||b_k| and E_t the error after block t. Each |x_i| and each accumulator is at
// most S + E_(t-1), so S + E_t <= (S + E_(t-1)) (1 + 2 u (j_t + 2)), and with all k products in ceil(k / 8) blocks
// (Higham, "Accuracy and Stability of Numerical Algorithms", lemma 3.1)
//   |sum^ - sum| <= gamma(n) S,  n = 2 (k + 2 ceil(k / 8)),  gamma(n) = n u / (1 - n u)
// plus 2^-149 for each step, the least float. An accumulator in f16 is truncated to f16 after each block: a factor (1
// + 2^-10) per block, and 2^-24, f16's least. Measured on an H200, which truncates f32 sums and rounds f16 ones to
// nearest once per instruction (docs/evidence/gpu.md); assumed but not yet measured for AMD's gfx942, gfx1100 and
// gfx1201.
//
// Subnormal operands. Units align products by their operands' exponents, and do not first normalise a subnormal
// operand: an H200 aligns 2^-24 * 65504 (f16) like 2^-14 * 65504, so the other addends are truncated that much
// earlier. Therefore S counts a subnormal number as the least normal one.
//   2^-24 * -65504 + 0.11389160 * 0.15258789 = 0.013474137; the H200 has 0.013474107, a multiple of 2^-23
//
// The rest, D = alpha sum + beta c, in float: each of the two terms is rounded at most when it is computed and when
// they are added, gamma(2) each (no rounding if alpha is 1 and beta 0), and the result once to its type.
//
//   k = 16, f32, alpha 1, beta 0, S = 16:   n = 40, the bound is 40 * 2^-24 * 16 = 3.8e-5
//   one product that is a part in 1000 wrong: 1e-3. Seen.
//
// Exact results. If all operands are whole numbers and |alpha| S + |beta c| is at most 2^24 (2^11 if the accumulator
// or the result is f16), every partial sum in every order is a number of the type, so the bound is 0.

struct product_bound_input {
    kernels::product_types types = kernels::product_types::f32_f16;
    std::int64_t k = 0;
    double alpha = 1, beta = 0;
    double sum = 0, magnitude = 0;  // of the element, in float64: the sum, and S
    double c = 0;                   // 0 if beta is 0
    bool whole = false;             // all elements of A, B and C are whole numbers
};

// The bound around alpha sum + beta c. 0: exact; infinity: a sum may exceed the type's range on the way, so any
// result is right. Not for i32_i8, whose sums are exact modulo 2^32. If the operands alone make the result infinite
// or NaN, the bound is meaningless.
double product_bound(const product_bound_input&);

// The contribution of an operand to S: |value|, but at least `least_normal` unless it is 0; 0 for an infinity or NaN.
double magnitude_in_unit(double value, double least_normal);

// gamma(n) with unit roundoff u; infinity where n u >= 1.
double gamma_of(double n, double u);

// The bound on the error of the sum alone.
double sum_bound(kernels::product_types types, std::int64_t k, double magnitude);

// Contents of the operands of a product: exact, ordinary, and difficult ones.
//
//   integers    small whole numbers, so that every partial sum is exact; i8: all 256 values
//   one_hot     one operand has a single non-zero element, the other is numbered: reveals the lane map
//   uniform     both signs, magnitudes below 1
//   positive    from 1 to 2: sums only grow, and so does the loss by truncation
//   wide        magnitudes from 2^-6 to 2^4: large terms cancel and small ones remain
//   subnormal   A has only subnormal numbers, and B is large enough that the products are normal
//   special     uniform, with a few NaN, infinities, largest numbers, subnormals and -0 among them
//
// The behaviour of devices on the last two, as K7 has observed it in tens of thousands of products: cpu, cpu-checked
// and NVIDIA's H200 keep subnormal numbers, in f16 and bf16 operands and in results; NaN and infinities follow IEEE
// 754, with any payload; a float beyond f16 becomes 65504 when rounded toward zero, and a sum beyond the range an
// infinity. K7 allows no device to flush to zero. AMD's GPUs have not been observed.

enum class product_data { integers, one_hot, uniform, positive, wide, subnormal, special };

inline constexpr product_data all_product_data[] = {
    product_data::integers, product_data::one_hot,   product_data::uniform, product_data::positive,
    product_data::wide,     product_data::subnormal, product_data::special};

std::string_view name_of(product_data data);

enum class product_operand_id { a, b, c };

// Identifies element (row, column) of an operand of rows x columns elements.
struct product_element {
    product_operand_id operand;
    std::int64_t row, column, rows, columns;
};

// Writes the element's bytes. from_float: A and B are float in memory and converted to f16, so their subnormal
// numbers are those of f16. Depends on nothing but its arguments.
void fill_product_element(product_data data, std::uint64_t seed, const product_element& which,
                          reference::number_format format, bool from_float, std::byte* element);

}  // namespace tileproof::properties
