// SPDX-License-Identifier: MIT
// What all declarations have in common: what a kernel asks of its cases, and the list of the file's tests, which the
// harness asks for.
//
//   transpose<float>("tiled").multiples_of({32, 32}).at_most({4096, 4096}).launch(...)
//   draws rows and columns of 0, 32, 64, ..., 4096
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tileproof/kernel_test/function.hpp"
#include "tileproof/kernel_test/types.hpp"
#include "tileproof/kernel_test_data.hpp"

namespace tileproof {

namespace user {

// Of this file, compiled for one device: the harness asks for it by name.
namespace {
std::vector<test_data>& tests() {
    static std::vector<test_data> all;
    return all;
}
}  // namespace

}  // namespace user

// A finished declaration. Keep it in a static variable.
class kernel_test {
  public:
    explicit kernel_test(user::test_data data) { user::tests().push_back(std::move(data)); }
};

// What all contracts can say about their kernel.
template <class Self>
class contract {
  public:
    // Sizes that the kernel takes are multiples of these, in the order of the contract's dims
    // (transpose, copy: rows, columns; elementwise: n; product: m, n, k).
    Self& multiples_of(std::vector<long> each) {
        for (std::size_t i = 0; i < each.size() && i < data_.multiples.size(); ++i)
            data_.multiples[i] = each[i];
        return self();
    }
    Self& at_most(std::vector<long> each) {
        for (std::size_t i = 0; i < each.size() && i < data_.most.size(); ++i)
            data_.most[i] = each[i];
        return self();
    }
    Self& at_least(std::vector<long> each) {
        for (std::size_t i = 0; i < each.size() && i < data_.least.size(); ++i)
            data_.least[i] = each[i];
        return self();
    }
    // These sizes and no others.
    Self& exactly(std::vector<long> each) { return at_least(each).at_most(std::move(each)); }
    Self& powers_of_two() {
        data_.powers_of_two = true;
        return self();
    }
    // The first two dims are equal.
    Self& square() {
        data_.square = true;
        return self();
    }
    // The launch takes rows that lie further apart than they are long.
    Self& strided() {
        data_.strided = true;
        return self();
    }
    // Pointers, and the rows of strided() operands, begin at multiples of so many bytes; without
    // it, of an element's.
    Self& aligned(long bytes) {
        data_.alignment = bytes;
        data_.shifted = false;
        return self();
    }
    // Lanes that a wave may have: {64} for AMD's gfx9 alone, {32, 64} for a kernel that is right with both, which is
    // then judged with both. Without it, 32.
    Self& waves(std::vector<unsigned> lanes) {
        data_.waves = std::move(lanes);
        return self();
    }
    // Also operands of 2^31 elements and more, which need no memory: a few blocks run, and what they write is judged.
    Self& huge() {
        data_.huge = true;
        return self();
    }
    // What else is not supported: a sentence, or "" for what is. The first of several that has a sentence counts.
    Self& unless(std::function<std::string(const long* dims)> refusal) {
        data_.refusal = [before = std::move(data_.refusal), refusal](const long* dims) {
            std::string why = before ? before(dims) : std::string();
            return why.empty() ? refusal(dims) : why;
        };
        return self();
    }

    // For what is not supported, the launch itself throws an exception and writes nothing: K9 tries
    // it with sizes that multiples_of(), at_most() and unless() leave out.
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
    user::test_data data_;
};

}  // namespace tileproof
