// The product contract as a property: K2 to K5 and K7 to K9 of one kernel on one device, K6 where accesses are
// checked.
//
//   auto p = catalogue_product("product_tiled", "cpu");        p->name() == "product_tiled@cpu"
//
// K7 is exact where sums are (integers), else the bound of product_bound.hpp; K8 is product_relation.hpp.
#pragma once

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"
#include "properties/property.hpp"

#include <functional>
#include <memory>
#include <string>

namespace tileproof::properties {

struct product_subject {
    std::string kernel, device;  // names
    // Making the property wakes no device; drawing a case asks the kernel for its range.
    std::function<kernels::device&()> find_device;
    std::function<const kernels::product_kernel&()> find_kernel;
};

std::unique_ptr<property> product_property(product_subject subject);

// A kernel of a device's own catalogue.
std::unique_ptr<property> catalogue_product(std::string kernel, std::string device);

}  // namespace tileproof::properties
