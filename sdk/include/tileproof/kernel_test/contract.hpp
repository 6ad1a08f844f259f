// SPDX-License-Identifier: MIT
// Shared by all declarations: what a kernel requires of its cases, and the list of the file's tests for the harness.
//
//   transpose<float>("tiled").multiples_of({32, 32}).at_most({4096, 4096}).launch(...)
//   draws rows and columns of 0, 32, 64, ..., 4096
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tileproof/kernel_test/function.hpp"
#include "tileproof/kernel_test/types.hpp"
#include "tileproof/kernel_test_data.hpp"

namespace tileproof {

namespace sdk {

// The tests of this file, compiled for one device; the harness finds them by name.
namespace {
std::vector<test_data>& tests() {
    static std::vector<test_data> all;
    return all;
}
// Of the waves that device code in LLVM IR is for (device_code.hpp), which compiler/passes writes here; 0: there is none.
#ifdef __clang__
__attribute__((annotate("tileproof_device_lanes")))
#endif
unsigned lanes_of_device_code = 0;
}  // namespace

}  // namespace sdk

// A finished declaration. Keep it in a static variable.
class kernel_test {
  public:
    explicit kernel_test(sdk::test_data data) {
        if (data.waves.empty() && sdk::lanes_of_device_code)
            data.waves = {sdk::lanes_of_device_code};
        sdk::tests().push_back(std::move(data));
    }
};

// What every contract can say about its kernel.
template <class Self>
class contract {
  public:
    // Supported sizes are multiples of these, in the order of the contract's dims (transpose, copy: rows, columns;
    // elementwise: n; product: m, n, k).
    Self& multiples_of(const std::vector<long>& each) {
        return for_each_dim("multiples_of", each, 1, data_.multiples);
    }
    Self& at_most(const std::vector<long>& each) {
        return for_each_dim("at_most", each, 0, data_.most);
    }
    Self& at_least(const std::vector<long>& each) {
        return for_each_dim("at_least", each, 0, data_.least);
    }
    // Only these sizes; 0: any.
    Self& exactly(const std::vector<long>& each) { return at_least(each).at_most(each); }
    Self& powers_of_two() {
        data_.powers_of_two = true;
        return self();
    }
    // The first two dims are equal.
    Self& square() {
        data_.square = true;
        return self();
    }
    // The launch supports rows further apart than they are long.
    Self& strided() {
        data_.strided = true;
        return self();
    }
    // Pointers, and the rows of strided() operands, begin at multiples of this many bytes; by default they are
    // aligned to an element.
    Self& aligned(long bytes) {
        data_.alignment = bytes;
        data_.shifted = false;
        return self();
    }
    // The possible numbers of lanes of a wave: {64} for AMD's gfx9 only, {32, 64} for a kernel that is right with
    // both and is judged with both. Default: 32.
    Self& waves(std::vector<unsigned> lanes) {
        data_.waves = std::move(lanes);
        return self();
    }
    // Also tests operands of 2^31 elements and more, without allocating them: a few blocks run, and their writes are
    // judged.
    Self& huge() {
        data_.huge = true;
        return self();
    }
    // The values of an operand. In custom() it refers to the operand declared last; after an output, and in contracts
    // with fixed operands, to all inputs. Values from `least` to `most`, with fractions if the type has them; if said
    // twice, each case draws one of the ranges.
    Self& values_from(double least, double most) {
        const bool first =
            !ranges_said_ && !data_.operands.empty() && is_output(data_.operands.back());
        ranges_said_ |= first;
        return each([&](sdk::operand& o) {
            if (first) o.ranges.clear();
            o.ranges.emplace_back(least, most);
        });
    }
    // Any finite numbers, including the largest, subnormal ones and -0; infinities as well; and NaN as well, so any
    // bits.
    Self& finite() { return holds(sdk::number_values::finite); }
    Self& no_nan() { return holds(sdk::number_values::numbers); }
    Self& any_bits() { return holds(sdk::number_values::any); }
    // Numbers greater than zero.
    Self& positive() {
        return each([](sdk::operand& o) { o.positive = true; });
    }
    // Subnormal numbers may be treated as zero and become zero: kernels built with -ffast-math, or for units that
    // flush.
    Self& flushes_subnormals() {
        data_.flushes = true;
        return self();
    }
    // Other unsupported sizes: a sentence, or "" for supported ones. Of several conditions, the first with a sentence
    // counts.
    Self& unless(std::function<std::string(const long* dims)> refusal) {
        data_.refusal = [before = std::move(data_.refusal), refusal](const long* dims) {
            std::string why = before ? before(dims) : std::string();
            return why.empty() ? refusal(dims) : why;
        };
        return self();
    }

    // For unsupported sizes the launch itself throws an exception and writes nothing: K9 tries this with sizes
    // excluded by multiples_of(), at_most() and unless().
    Self& refuses() {
        data_.refuses = true;
        return self();
    }

  protected:
    contract(std::string name, std::string kind, std::vector<std::string> dims) {
        data_.name = std::move(name);
        data_.contract = std::move(kind);
        data_.multiples.assign(dims.size(), 1);
        data_.least.assign(dims.size(), 0);
        data_.most.assign(dims.size(), 0);
        data_.dims = std::move(dims);
    }
    Self& self() { return static_cast<Self&>(*this); }
    static bool is_output(const sdk::operand& o) { return o.use == sdk::operand_use::output; }
    template <class Change>
    Self& each(Change change) {
        if (data_.operands.empty()) return self();
        if (!is_output(data_.operands.back())) {
            change(data_.operands.back());
            return self();
        }
        for (sdk::operand& o : data_.operands)
            if (!is_output(o) && o.indices_below.empty() && o.row_pointers.empty()) change(o);
        return self();
    }
    Self& holds(sdk::number_values values) {
        return each([values](sdk::operand& o) { o.values = values; });
    }
    // A mistake in the declaration, reported when the test is to be judged.
    void mistaken(const std::string& what) {
        if (data_.mistake.empty())
            data_.mistake = "The declaration of " + data_.name + " is mistaken: " + what;
    }
    void require_bound(double relative, double absolute = 0) {
        if (!(relative >= 0 && relative <= 1e300 && absolute >= 0 && absolute <= 1e300))
            mistaken(".within(" + std::to_string(relative) + ", " + std::to_string(absolute) +
                     ") allows no result; give numbers that are 0 or more.");
    }
    sdk::test_data data_;
    bool ranges_said_ = false;  // of all inputs

  private:
    Self& for_each_dim(const std::string& what, const std::vector<long>& each, long least,
                       std::vector<long>& into) {
        if (each.size() > into.size())
            mistaken("." + what + "() has " + std::to_string(each.size()) +
                     " numbers, and there are " + std::to_string(into.size()) +
                     " dims: give one for each dim, in their order.");
        for (std::size_t i = 0; i < each.size() && i < into.size(); ++i) {
            if (each[i] < least)
                mistaken("." + what + "() says " + std::to_string(each[i]) + " of " +
                         data_.dims[i] + ", which is less than " + std::to_string(least) + ".");
            into[i] = each[i] < least ? least : each[i];
        }
        return self();
    }
};

}  // namespace tileproof
