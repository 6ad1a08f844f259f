// SPDX-License-Identifier: MIT
// The transpose of an installed BLAS library, loaded at run time if it is there.
//
//   library_geam geam("cuda");              // libcublas.so.13, .12, .11; "hip": librocblas.so.5, ...
//   if (geam.found()) geam.transpose(p, in, out, stream);
#pragma once

#include <string>

#include "kernels/catalogue.hpp"

namespace tileproof::bench {

class library_geam {
  public:
    explicit library_geam(std::string_view device);
    ~library_geam();
    library_geam(const library_geam&) = delete;
    library_geam& operator=(const library_geam&) = delete;

    bool found() const { return handle_ != nullptr; }
    std::string name() const { return name_; }  // "cublas geam", or why there is none
    // Elements of 4 and 8 bytes, one matrix. False: the library does not take it, or failed.
    bool transpose(const kernels::transpose_problem&, const void* in, void* out,
                   void* stream) const;

  private:
    void* library_ = nullptr;
    void* handle_ = nullptr;
    void *set_stream_ = nullptr, *single_ = nullptr, *double_ = nullptr, *destroy_ = nullptr;
    int transposed_ = 1, plain_ = 0;
    std::string name_;
};

}  // namespace tileproof::bench
