// The contract of two layers in one kernel as a property: K2 to K5 and K7 to K9, K6 where accesses are checked.
//
//   auto p = catalogue_mlp("mlp_16", "cpu");        p->name() == "mlp_16@cpu"
#pragma once

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"
#include "properties/property.hpp"

#include <functional>
#include <memory>
#include <string>

namespace tileproof::properties {

struct mlp_subject {
    std::string kernel, device;  // names
    std::function<kernels::device&()> find_device;
    std::function<const kernels::mlp_kernel&()> find_kernel;
    // A product on the same device, which two layers are compared with.
    std::function<const kernels::product_kernel&()> find_product;
};

std::unique_ptr<property> mlp_property(mlp_subject subject);

// A kernel of a device's own catalogue, compared with the first product of it.
std::unique_ptr<property> catalogue_mlp(std::string kernel, std::string device);

}  // namespace tileproof::properties
