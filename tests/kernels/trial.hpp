// SPDX-License-Identifier: MIT
// Kernels that move elements, tried on a device: the answer from a plain loop, every byte of the output buffer
// accounted for, canaries or unmapped pages around both buffers, and the input unchanged.
//
//   class Copies : public on_device {};
//   TEST_P(Copies, MoveARow) {
//       const trial<copy_problem> t{.problem = packed_copy(1, 5, 4), .input_lead = 1};
//       EXPECT_EQ(wrong_with(device(), device().kernels().copies.front(), t), "") << text(t);
//   }
//   TILEPROOF_ON_EVERY_DEVICE(Copies);
//
// wrong_with() gives "byte 8 is 119, not 22" for a kernel that leaves element 2 of the row where it is.
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "devices/device.hpp"
#include "kernels/catalogue.hpp"
#include "tests/kernels/on_device.hpp"

namespace tileproof::kernels {

// A problem whose pointers lie so many elements into their buffers.
template <class Problem>
struct trial {
    Problem problem;
    long_index_t input_lead = 0, output_lead = 0;
    devices::placement where = devices::placement::fence_after;
};

// Calls move(element of the input, element of the output) for each element that the kernel must move.
template <class F>
void each_move(const copy_problem& p, F move) {
    for (long_index_t r = 0; r < p.rows; ++r)
        for (long_index_t c = 0; c < p.columns; ++c)
            move(r * p.input_leading + c, r * p.output_leading + c);
}
template <class F>
void each_move(const transpose_problem& p, F move) {
    for (long_index_t b = 0; b < p.batch; ++b)
        for (long_index_t r = 0; r < p.rows; ++r)
            for (long_index_t c = 0; c < p.columns; ++c)
                move(b * p.input_batch_stride + r * p.input_leading + c,
                     b * p.output_batch_stride + c * p.output_leading + r);
}

inline std::string batch_text(const copy_problem&) { return {}; }
inline std::string batch_text(const transpose_problem& p) {
    return std::to_string(p.batch) + " matrices of ";
}
template <class Problem>
std::string text(const trial<Problem>& t) {
    const Problem& p = t.problem;
    return batch_text(p) + std::to_string(p.rows) + " x " + std::to_string(p.columns) +
           " elements of " + std::to_string(p.element_bytes) + " bytes, leading dimensions " +
           std::to_string(p.input_leading) + " and " + std::to_string(p.output_leading) +
           ", lead " + std::to_string(t.input_lead) + " and " + std::to_string(t.output_lead);
}

inline std::vector<unsigned char> random_bytes(std::size_t count, unsigned seed) {
    std::minstd_rand random(seed);
    std::vector<unsigned char> bytes(count);
    for (unsigned char& b : bytes) b = static_cast<unsigned char>(random() >> 8);
    return bytes;
}

// What differs from the bytes that must be there; nothing when all are.
inline std::string first_difference(const std::vector<unsigned char>& are,
                                    const std::vector<unsigned char>& must_be) {
    const auto [at, right] = std::mismatch(are.begin(), are.end(), must_be.begin());
    if (at == are.end()) return {};
    return "byte " + std::to_string(at - are.begin()) + " is " + std::to_string(*at) + ", not " +
           std::to_string(*right);
}

// Runs a trial and says what is wrong; nothing when all is right.
template <class Kernel, class Problem>
std::string wrong_with(devices::device& d, const Kernel& kernel, const trial<Problem>& t,
                       unsigned seed = 1) {
    const Problem& p = t.problem;
    if (const std::string no = kernel.refusal(p); !no.empty()) return no;
    const auto bytes = static_cast<std::size_t>(p.element_bytes);
    const auto size = [&](long_index_t elements) {
        return static_cast<std::size_t>(elements) * bytes;
    };
    const auto in = random_bytes(size(p.input_elements() + t.input_lead), seed);
    auto expected = random_bytes(size(p.output_elements() + t.output_lead), seed + 1);
    const devices::placement where = d.has_fences() ? t.where : devices::placement::plain;
    const devices::buffer from =
        d.allocate({.bytes = in.size(), .where = where, .alignment = bytes});
    const devices::buffer to =
        d.allocate({.bytes = expected.size(), .where = where, .alignment = bytes});
    d.copy_in(from.data(), in.data(), in.size());
    d.copy_in(to.data(), expected.data(), expected.size());
    each_move(p, [&](long_index_t i, long_index_t o) {
        std::memcpy(&expected[size(o + t.output_lead)], &in[size(i + t.input_lead)], bytes);
    });

    kernel.launch(p, static_cast<char*>(from.data()) + size(t.input_lead),
                  static_cast<char*>(to.data()) + size(t.output_lead));
    d.synchronize();
    std::vector<unsigned char> after(in.size()), out(expected.size());
    d.copy_out(out.data(), to.data(), out.size());
    d.copy_out(after.data(), from.data(), after.size());
    if (const auto no = first_difference(out, expected); !no.empty()) return no;
    if (const auto no = first_difference(after, in); !no.empty()) return "the input: " + no;
    if (const auto damage = to.damage()) return "the output: " + damage->sentence();
    if (const auto damage = from.damage()) return "the input: " + damage->sentence();
    return {};
}

}  // namespace tileproof::kernels
