// SPDX-License-Identifier: MIT
// Declarations that can tell every control from a right kernel, and declarations that cannot.
#include <hip/hip_runtime.h>

#include <tileproof/custom_contract.hpp>
#include <tileproof/ready_contracts.hpp>

namespace {

using tileproof::arrays;
using tileproof::custom;
using tileproof::kernel_test;
using tileproof::pointers;

unsigned blocks(long n) { return static_cast<unsigned>((n + 63) / 64); }

__global__ void doubles(const float* x, float* y, float* z, long n) {
    if (const long i = blockIdx.x * 64L + threadIdx.x; i < n) {
        y[i] = 2 * x[i];
        if (z) z[i] = x[i] + 1;
    }
}
__global__ void adds_to(const float* x, float* y, long n) {
    if (const long i = blockIdx.x * 64L + threadIdx.x; i < n) y[i] += x[i];
}

// y = 2 x, and z = x + 1 within what is said.
kernel_test two_outputs(const char* name, double most_of_z) {
    return custom(name, {"n"})
        .input<float>("x", {"n"})
        .output<float>("y", {"n"})
        .output<float>("z", {"n"})
        .bounded_reference([most_of_z](const arrays& a) {
            a.value("y") = 2 * a.in<float>("x").cast<double>();
            a.value("z") = a.in<float>("x").cast<double>() + 1;
            a.bound("y").setConstant(1e-6);
            a.bound("z").setConstant(most_of_z);
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                doubles<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"), p.out<float>("z"),
                                           n);
        });
}
const kernel_test tells_all = two_outputs("tells_all", 1e-6);
const kernel_test is_blind_for_z = two_outputs("is_blind_for_z", 1e9);

using verdict = std::string (*)(const arrays&);
kernel_test doubled(const char* name, verdict accepts) {
    return custom(name, {"n"})
        .input<float>("x", {"n"})
        .output<float>("y", {"n"})
        .accepts(accepts)
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                doubles<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"), nullptr, n);
        });
}
const kernel_test is_blind = doubled("is_blind", [](const arrays&) { return std::string(); });
const kernel_test tells_by_predicate = doubled("tells_by_predicate", [](const arrays& a) {
    for (long i = 0; i < a.dim("n"); ++i)
        if (!(a.out<float>("y")(i) == 2 * a.in<float>("x")(i)))
            return std::string("It is not twice x.");
    return std::string();
});

kernel_test sum_in_place(const char* name, bool forgets) {
    return custom(name, {"n"})
        .input<float>("x", {"n"})
        .in_out<float>("y", {"n"})
        .reference([forgets](const arrays& a) {
            a.out<float>("y") = a.in<float>("y") + (forgets ? 0.0f : 1.0f) * a.in<float>("x");
        })
        .launch([](const pointers& p) {
            if (const long n = p.dim("n"))
                adds_to<<<blocks(n), 64>>>(p.in<float>("x"), p.out<float>("y"), n);
        });
}
const kernel_test tells_in_place = sum_in_place("tells_in_place", false);
const kernel_test leaves_it = sum_in_place("leaves_it", true);

// The reference does not look at x.
const kernel_test ignores_x = custom("ignores_x", {"n"})
                                  .input<float>("x", {"n"})
                                  .output<float>("y", {"n"})
                                  .reference([](const arrays& a) {
                                      for (long i = 0; i < a.dim("n"); ++i)
                                          a.out<float>("y")(i) = static_cast<float>(i + 2);
                                  })
                                  .launch([](const pointers&) {});

}  // namespace
