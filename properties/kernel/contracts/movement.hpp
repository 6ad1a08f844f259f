// SPDX-License-Identifier: MIT
// Shared by transposes and copies: batches of matrices whose elements move as bits.
#pragma once

#include "properties/kernel/contract.hpp"

namespace tileproof::properties {

// One type for all operands: float32, the plainest, and the other common ones.
std::vector<contract_type> same_types(std::size_t operands);
int bytes_of_same_type(std::size_t type);  // an element's

// The reference of operations that keep the packed order: all elements unchanged.
void copied(packed_call&);

// K8: moving the result back gives the input. The operands exchange their layouts, and the two dims are exchanged.
contract_relation turned_back(std::pair<std::size_t, std::size_t> dims);

inline std::vector<std::vector<long_index_t>> movement_shapes() {
    return {{1, 1},   {1, 2},   {2, 1},   {0, 0},   {0, 3},    {3, 0},     {2, 3},    {3, 3},
            {4, 4},   {3, 5},   {8, 8},   {7, 9},   {15, 16},  {16, 15},   {16, 16},  {16, 17},
            {17, 16}, {31, 33}, {32, 32}, {33, 31}, {63, 65},  {64, 64},   {65, 63},  {13, 97},
            {1, 257}, {257, 1}, {2, 999}, {999, 2}, {127, 11}, {128, 130}, {101, 31}, {511, 3},
            {512, 4}, {513, 5}, {7, 255}, {9, 513}};
}

}  // namespace tileproof::properties
