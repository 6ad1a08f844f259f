// SPDX-License-Identifier: MIT
// A layout as C++ source that makes the same descriptor in the static form.
//
//   packed [4] -> {pad(1,2): 0 -> 0}, each number known at compile time, as function made():
//
//   inline auto made() {
//       const auto d0 = make_naive_tensor_descriptor_packed<index_t>(make_tuple(number<4>{}));
//       const auto d1 = transform_tensor_descriptor(
//           d0, make_tuple(make_pad_transform(number<4>{}, number<1>{}, number<2>{})), ..);
//       return d1;
//   }
#pragma once

#include <tileproof/layout_description.hpp>

#include <functional>
#include <string>

namespace tileproof::properties {

// "number<4>{}"; "long_number<4294967296>{}" if it does not fit in 32 bits.
inline std::string constant_text(long_index_t v) {
    const bool fits = v >= INT32_MIN && v <= INT32_MAX;
    return (fits ? "number<" : "long_number<") + std::to_string(v) + ">{}";
}

struct source_style {
    std::string index_type = "index_t";
    // How a number is written: "number<4>{}", "run_time(4)".
    std::function<std::string(long_index_t)> value = [](long_index_t v) {
        return constant_text(v);
    };
};

// Whether every length, stride and offset of a layout fits in 31 bits.
bool fits_index_t(const layout_description&);

// Source that builds it stage by stage, or from chained adaptors. Both require a description that is a layout.
std::string descriptor_source(const layout_description&, const std::string& function,
                              const source_style&);
std::string chained_source(const layout_description&, const std::string& function,
                           const source_style&);

}  // namespace tileproof::properties
