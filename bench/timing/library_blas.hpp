// SPDX-License-Identifier: MIT
// An installed BLAS library, loaded at run time if it is there: a yardstick for transposes and products.
//
//   library_blas blas("cuda");              // libcublas.so.13, .12, .11; "hip": librocblas.so.5, ...
//   if (blas.has_geam()) blas.transpose(p, in, out, stream);
#pragma once

#include "kernels/catalogue.hpp"

#include <string>
#include <string_view>

namespace tileproof::bench {

class library_blas {
  public:
    explicit library_blas(std::string_view device);
    ~library_blas();
    library_blas(const library_blas&) = delete;
    library_blas& operator=(const library_blas&) = delete;

    const std::string& name() const { return name_; }  // "cublas"
    bool has_geam() const { return handle_ && single_ && double_; }
    bool has_gemm() const { return handle_ && multiply_; }  // of cuBLAS only

    // Elements of 4 and 8 bytes, one matrix. False: the library does not take it, or failed.
    bool transpose(const kernels::transpose_problem&, const void* in, void* out,
                   void* stream) const;
    // D = A B, f32 <- f16, all row-major, summed in f32. False: the library does not take it, or failed.
    bool multiply(const kernels::product_problem&, const void* a, const void* b, void* d,
                  void* stream) const;

  private:
    bool use(void* stream) const;

    void* handle_ = nullptr;
    void *set_stream_ = nullptr, *destroy_ = nullptr;
    void *single_ = nullptr, *double_ = nullptr, *multiply_ = nullptr;
    int transposed_ = 1, plain_ = 0;
    std::string name_;
};

}  // namespace tileproof::bench
