// SPDX-License-Identifier: MIT
// A departure as a program in the library's own words, to be compiled and run by somebody who has only the library.
//
//   const auto d0 = make_naive_tensor_descriptor(make_tuple(0, 4), make_tuple(4, 1), number<-1>{}, number<1>{});
//   std::printf("element space size: %lld\n", static_cast<long long>(d0.get_element_space_size()));
#pragma once

#include "extras/subject/judge.hpp"

namespace tileproof::subject {

std::string smallest_program(const library&, const any_case&, const properties::failure&);

}  // namespace tileproof::subject
