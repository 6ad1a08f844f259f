// The transpose and the copy contract as properties: K1, K2, K3, K4, K5, K8 and K9 of one kernel on one
// device, K6 too on cpu-checked.
//
//   transpose_subject s{"transpose_tiled", "cpu", [] { return &find_device("cpu"); }, ...};
//   auto p = transpose_property(s);            p->name() == "transpose_tiled@cpu"
#pragma once

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"
#include "properties/kernel/movement/transpose_case.hpp"
#include "properties/property.hpp"

#include <functional>
#include <memory>
#include <string>

namespace tileproof::properties {

struct transpose_subject {
    std::string kernel, device;  // names
    // Called in worker processes only, when the first case runs: making the property wakes no device.
    std::function<kernels::device&()> find_device;
    std::function<const kernels::transpose_kernel&()> find_kernel;
    movement moves = movement::transpose;  // copy: the kernel is one that as_movement() made
};

// A copy as something that takes the problem of a case of the copy contract.
kernels::transpose_kernel as_movement(const kernels::copy_kernel& kernel);

std::unique_ptr<property> transpose_property(transpose_subject subject);

// A kernel of a device's own catalogue.
std::unique_ptr<property> catalogue_transpose(std::string kernel, std::string device);
std::unique_ptr<property> catalogue_copy(std::string kernel, std::string device);

}  // namespace tileproof::properties
