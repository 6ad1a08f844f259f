// SPDX-License-Identifier: MIT
// Contracts of kernels that many people write, each with its reference and a bound that is derived rather than
// guessed. All are `custom` contracts: the launch takes pointers by name, and the declaration can add the kernel's
// requirements on its shapes.
//
//   static const tileproof::kernel_test softmax_test =
//       tileproof::softmax<float>("online_softmax")
//           .at_most({0, 1024})
//           .launch([](const tileproof::pointers& p) {
//               if (p.dim("rows") > 0 && p.dim("columns") > 0)
//                   online_softmax<<<p.dim("rows"), 64>>>(p.in<float>("x"), p.out<float>("y"), p.dim("columns"));
//           });
//
//   reduce<T>(name, reduction), row_reduce<T>(name, reduction)      x -> y
//   scan<T>(name, scan_kind)                                        x -> y
//   histogram(name)                                                 x -> counts
//   softmax<T>(name)                                                x -> y
//   layernorm<T>(name, epsilon, variance)                           x, gamma, beta -> y
//   rmsnorm<T>(name, epsilon)                                       x, gamma -> y
//   gather<T, Index>(name), scatter<T, Index>(name)                 x, index -> y
//   scatter_add<T, Index>(name)                                     x, index, y -> y
//   linear<T, Out>(name, activation)                                a, b, bias -> c
//   batched_product<T, Out>(name)                                   a, b -> c
//   convolution<T, Out>(name, stride, padding)                      x, weights -> y
//   attention<T>(name, mask)                                        q, k, v -> o
//
// Floating-point types of 16 and 8 bits are assumed to be summed in float. Needs Eigen, like
// <tileproof/custom_contract.hpp>.
#pragma once
#include "hip/headers/tileproof_hip/letters_aside.h"

#include "tileproof/ready/attention.hpp"
#include "tileproof/ready/indexed_rows.hpp"
#include "tileproof/ready/normalised_rows.hpp"
#include "tileproof/ready/products.hpp"
#include "tileproof/ready/reductions.hpp"

#include "hip/headers/tileproof_hip/letters_back.h"
