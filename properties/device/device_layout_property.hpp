// SPDX-License-Identifier: MIT
// L12 as properties: batches of random layouts and of random tile distributions on a device.
//
//   auto p = device_layout_property("cuda");      p->name() == "layout/L12@cuda"
//   a case is {"layouts": ["packed [2,3]", "packed [4] -> {pad(1,0): 0 -> 0}"]}
//   auto q = device_tile_property("cuda");        q->name() == "tile/L12@cuda"
//   a case is {"tiles": ["tile R=[] H=[[2]] P=[[1,0]] Y=[]"]}
//
// A case is one launch of hundreds of layouts, because on a GPU a launch costs as much as thousands of indices. A
// failing case shrinks to the smallest layout that fails by itself.
#pragma once

#include "devices/device.hpp"
#include "kernels/catalogue.hpp"
#include "properties/property.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tileproof::properties {

struct device_layout_subject {
    std::string device;  // name
    // Called in worker processes only, when the first case runs, so making the property does not initialise the
    // device.
    std::function<devices::device&()> find_device;
    std::function<const std::vector<kernels::evaluation_kernel>&()> find_kernels;
    int most_layouts = 256;            // of a batch
    long_index_t most_indices = 4096;  // of a layout
};

std::unique_ptr<property> device_layout_property(device_layout_subject subject);
std::unique_ptr<property> device_tile_property(device_layout_subject subject);

// The evaluation kernels of a device's own catalogue.
device_layout_subject catalogue_evaluations(std::string device);

}  // namespace tileproof::properties
