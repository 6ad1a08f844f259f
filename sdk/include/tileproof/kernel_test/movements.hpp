// SPDX-License-Identifier: MIT
// Contracts of kernels that only move elements: transpose, copy, permute, relayout.
//
//   transpose<float>("t").launch([](const float* in, float* out, matrix_shape s) { ... })
//   2 x 3: in 1 2 3 / 4 5 6, out 1 4 / 2 5 / 3 6
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tileproof/kernel_test/contract.hpp"
#include "tileproof/kernel_test/shapes.hpp"

namespace tileproof::sdk {

// transpose and copy: batch x rows x columns, declared in the harness.
template <class T, bool Transposed>
class movement : public contract<movement<T, Transposed>> {
  public:
    explicit movement(std::string name)
        : contract<movement>(std::move(name), Transposed ? "transpose" : "copy",
                             {"rows", "columns", "batch"}) {
        auto& d = this->data_;
        d.least[2] = d.most[2] = 1;
        d.operands = {make_operand<T>("the input", {}),
                      make_operand<T>("the output", {}, operand_use::output)};
    }
    // The launch supports several matrices at a time.
    movement& batched() {
        this->data_.least[2] = this->data_.most[2] = 0;
        return *this;
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            start(static_cast<const T*>(c.pointers[0]), static_cast<T*>(c.pointers[1]),
                  matrix_shape{c.dims[0], c.dims[1], c.dims[2], c.strides[0][1], c.strides[1][1],
                               c.strides[0][0], c.strides[1][0]});
        };
        return kernel_test(std::move(this->data_));
    }
};

template <class T>
class permute_test : public contract<permute_test<T>> {
  public:
    explicit permute_test(std::string name)
        : contract<permute_test>(std::move(name), "permute", {"n0", "n1", "n2", "n3", "n4", "n5"}) {
        this->data_.strided = true;
        this->data_.operands = {make_operand<T>("the input", {}),
                                make_operand<T>("the output", {}, operand_use::output)};
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            permute_shape shape;
            for (std::size_t d = 0; d < 6; ++d) {
                shape.lengths[d] = c.dims[d];
                shape.input_strides[d] = c.strides[0][d];
                shape.output_strides[d] = c.strides[1][d];
            }
            start(static_cast<const T*>(c.pointers[0]), static_cast<T*>(c.pointers[1]), shape);
        };
        return kernel_test(std::move(this->data_));
    }
};

// Each element of the layout `from` moves to its position in `to`. Both are layouts as text whose lengths may be dims
// and expressions of them: "packed [M,K] -> {unmerge(M/16,16): 0 -> 0,1; pass: 1 -> 2}". They must have the same
// indices; elements in pads of `from` arrive as zero, those in pads of `to` are dropped.
template <class T>
class relayout_test : public contract<relayout_test<T>> {
  public:
    relayout_test(std::string name, std::vector<std::string> dims, std::string from, std::string to)
        : contract<relayout_test>(std::move(name), "relayout", std::move(dims)) {
        auto& d = this->data_;
        d.from = std::move(from);
        d.to = std::move(to);
        d.operands = {make_operand<T>("the input", {}),
                      make_operand<T>("the output", {}, operand_use::output)};
    }
    template <class Launch>
    kernel_test launch(Launch start) {
        this->data_.launch = [start](const call& c) {
            start(static_cast<const T*>(c.pointers[0]), static_cast<T*>(c.pointers[1]), c.dims);
        };
        return kernel_test(std::move(this->data_));
    }
};

}  // namespace tileproof::sdk
