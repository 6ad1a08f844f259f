// SPDX-License-Identifier: MIT
// The f16 matrix product of an installed cuBLAS, loaded at run time if it is there.
//
//   library_gemm gemm("cuda");              // libcublas.so.13, .12, .11
//   if (gemm.found()) gemm.multiply(problem, a, b, d, stream);
#pragma once

#include <string>

#include "kernels/product/product_problem.hpp"

namespace tileproof::bench {

class library_gemm {
  public:
    explicit library_gemm(std::string_view device);
    ~library_gemm();
    library_gemm(const library_gemm&) = delete;
    library_gemm& operator=(const library_gemm&) = delete;

    bool found() const { return handle_ != nullptr; }
    std::string name() const { return name_; }  // "cublas gemm", or why there is none
    // D = A B, f32 <- f16, all row-major, summed in f32. False: the library does not take it, or failed.
    bool multiply(const kernels::product_problem&, const void* a, const void* b, void* d,
                  void* stream) const;

  private:
    void* handle_ = nullptr;
    void *set_stream_ = nullptr, *multiply_ = nullptr, *destroy_ = nullptr;
    std::string name_;
};

}  // namespace tileproof::bench
