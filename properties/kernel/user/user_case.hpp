// The cases of a user's kernel test: as values, from random numbers, and made smaller.
#pragma once

#include "kernels/device/device.hpp"
#include "kernels/user/include/tileproof/kernel_test_data.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tileproof::properties {

class draw;

struct user_case {
    std::vector<long> dims, slack, shift;
    std::string data = "random";  // random, integers; movement: coordinates, special, random
    std::uint32_t data_seed = 0;
    kernels::placement fence = kernels::placement::plain;
    int repeats = 1;
};

nlohmann::json to_json(const user_case&, const user::test_data&, const std::string& source);
// Throws bad_case when it does not fit the test.
user_case user_case_from_json(const nlohmann::json&, const user::test_data&);

user_case plain_case(const user::test_data&, std::vector<long> dims);
std::vector<user_case> first_own_cases(const user::test_data&);
user_case random_own_case(draw&, const user::test_data&, int size);
std::vector<user_case> smaller(const user_case&, const user::test_data&);
std::vector<std::string> labels_of(const user_case&, const user::test_data&);

bool moves_bits(const user::test_data&);  // transpose or copy: any bit pattern is fine
// Elements of an operand in a packed array.
long packed_elements(const user::operand&, const std::vector<long>& dims);
// Strides of all extents but the last, in elements, with `slack` elements behind each row.
std::vector<long> strides_of(const user::operand&, const std::vector<long>& dims, long slack);
// Where each element of a packed operand lies behind the pointer.
std::vector<std::size_t> places_of(const user::operand&, const std::vector<long>& dims, long slack);
// "element (1,2)": the place of packed element e.
std::string index_text(const user::operand&, const std::vector<long>& dims, std::size_t e);

}  // namespace tileproof::properties
