// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/product_epilogue.hpp"

#include "kernels/product/product_problem.hpp"
#include "properties/draw.hpp"

#include <cmath>

namespace tileproof::properties {
namespace {

enum place_of_c { nowhere, of_its_own, in_the_result };

bool is_i8(const kernel_case& c) {
    return static_cast<kernels::product_types>(c.type) == kernels::product_types::i32_i8;
}

void settle(kernel_case& c) {
    if (c.choices[0] == nowhere && c.parameters[1] != 0) c.choices[0] = of_its_own;
    if (c.choices[0] == in_the_result) c.operands[2] = c.operands[3];
}

operand_use use(const kernel_case& c, std::size_t operand) {
    if (operand != 2) return operand == 3 ? operand_use::written : operand_use::read;
    const bool read = c.parameters[1] != 0;
    if (c.choices[0] == nowhere) return operand_use::absent;
    if (c.choices[0] == of_its_own) return read ? operand_use::read : operand_use::unread;
    return read ? operand_use::in_place : operand_use::in_place_unread;
}

double factor(draw& from, const kernel_case& c) {
    static constexpr double whole[] = {1, -1, 2, 3, 65536, 1073741824, -12345};
    static constexpr double real[] = {1, -1, 2, 0.5, -1.5, 0.75, 3, 0};
    return is_i8(c) ? from.pick(whole) : from.pick(real);
}

std::string fractions_of_integers(const kernel_case& c) {
    const bool whole = c.parameters[0] == std::trunc(c.parameters[0]) &&
                       c.parameters[1] == std::trunc(c.parameters[1]);
    return is_i8(c) && !whole ? "alpha or beta is not a whole number, and the elements are" : "";
}

}  // namespace

void add_epilogue(kernel_contract& c) {
    c.parameters = {{"alpha", 1, {1}, factor}, {"beta", 0, {0, 1}, factor}};
    c.choices = {{"c_place", {"null", "own", "result"}, {40, 40, 20}}};
    c.settle = settle;
    c.use = use;
    c.senseless = fractions_of_integers;
    c.break_sense = [](draw& from, kernel_case& broken) {
        broken.type = static_cast<std::size_t>(kernels::product_types::i32_i8);
        broken.choices[0] = of_its_own;
        broken.parameters[from.chance(50) ? 0 : 1] = 0.5;
    };
}

}  // namespace tileproof::properties
