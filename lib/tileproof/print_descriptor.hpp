// SPDX-License-Identifier: MIT
// A descriptor or adaptor as readable text: lengths, the four tuples, and the element space.
//
//   print(b);                                                    b of descriptor.hpp
//     tensor_descriptor
//       lengths             [4,64,128]
//       element space size  32768
//       transforms          embed([256,128],[128,1]), unmerge(4,64), pass
//       lower ids           [[0],[1],[2]]
//       upper ids           [[1,2],[3,4],[5]]
//       visible ids         [3,4,5]
//       safe vectors        1, 64 (stride 128), 128 (stride 1)
#pragma once

#include <cstdio>
#include <tileproof/to_layout.hpp>

namespace tileproof {

namespace detail {

std::string bracketed(const auto& values) {
    std::string text = "[";
    for (const auto& value : values) text += (text.size() > 1 ? "," : "") + std::to_string(value);
    return text + "]";
}

inline std::string print_listing(const adaptor_listing& listing) {
    std::string names, lower, upper;
    for (const auto& t : listing.transforms) {
        const std::string gap = names.empty() ? "" : ",";
        names += gap + (gap.empty() ? "" : " ") + print_transform(t.item);
        lower += gap + bracketed(t.lower);
        upper += gap + bracketed(t.upper);
    }
    return "  transforms          " + names + "\n  lower ids           [" + lower +
           "]\n  upper ids           [" + upper + "]\n  visible ids         " +
           bracketed(listing.top) + "\n";
}

template <class Adaptor>
std::string print_lengths(const Adaptor& adaptor) {
    const auto hidden = hidden_lengths(adaptor);
    std::vector<long_index_t> lengths;
    for (const int id : ids_of<typename Adaptor::top_ids>()) lengths.push_back(hidden[id]);
    return "  lengths             " + bracketed(lengths) + "\n";
}

}  // namespace detail

template <descriptor_like Descriptor>
std::string to_string(const Descriptor& descriptor) {
    std::string text =
        "tensor_descriptor\n" + detail::print_lengths(descriptor) + "  element space size  " +
        std::to_string(static_cast<long_index_t>(descriptor.get_element_space_size())) + "\n" +
        detail::print_listing(detail::list_adaptor(descriptor)) + "  safe vectors        ";
    const auto safe = Descriptor::get_top_dimension_safe_vector_length_strides();
    for (int i = 0; i < Descriptor::dimension_count; ++i) {
        const auto length = safe.template get<0>()[i];
        text += (i == 0 ? "" : ", ") + std::to_string(length);
        if (length > 1) text += " (stride " + std::to_string(safe.template get<1>()[i]) + ")";
    }
    return text + "\n";
}

template <class Adaptor>
requires(is_tensor_adaptor_v<Adaptor>)  //
    std::string to_string(const Adaptor& adaptor) {
    return "tensor_adaptor\n" + detail::print_lengths(adaptor) +
           detail::print_listing(detail::list_adaptor(adaptor));
}

// To standard output, as in CK Tile.
template <class Printable>
requires(is_tensor_adaptor_v<Printable> || is_tensor_descriptor_v<Printable>)  //
    void print(const Printable& printable) {
    std::fputs(to_string(printable).c_str(), stdout);
}

}  // namespace tileproof
