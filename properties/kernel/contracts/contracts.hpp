// SPDX-License-Identifier: MIT
// The contracts of the catalogue, each declared in its own file, and its kernels under them.
//
//   auto p = catalogue_property("transpose", "transpose_tiled", "cpu");     p->name() == "transpose_tiled@cpu"
//   kernel_property(contract_named("copy"), {"mine", "cpu", find_device, [&] { return under(my_copy); }});
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/catalogue.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/layout_template.hpp"

namespace tileproof::properties {

using shared_contract = std::shared_ptr<const kernel_contract>;

kernel_contract transpose_contract();
kernel_contract copy_contract(bool batched = false);
kernel_contract permute_contract();
// Throws std::invalid_argument with a sentence, and layout_error for an invalid layout.
kernel_contract relayout_contract(const std::string& from, const std::string& to,
                                  std::vector<std::string> dims = {});
kernel_contract product_contract();
// Two layers are compared with products on the same device.
kernel_contract mlp_contract(std::function<devices::device&()> device,
                             std::function<const kernels::product_kernel&()> product);

// Made once for each name; throws std::runtime_error for an unknown one. A relayout's contract is named after its
// kernel: "relayout relayout_tiles". Two layers are compared with products on the device.
shared_contract contract_named(const std::string& name, const std::string& device = "cpu");

// A kernel of the catalogue under its contract.
contract_kernel under(const kernels::transpose_kernel&);
contract_kernel under(const kernels::copy_kernel&);
contract_kernel under(const kernels::permute_kernel&);
contract_kernel under(const kernels::relayout_kernel&);
contract_kernel under(const kernels::product_kernel&);
contract_kernel under(const kernels::mlp_kernel&);

// A kernel of a device's own catalogue.
std::unique_ptr<property> catalogue_property(const std::string& contract, std::string kernel,
                                             std::string device);

// The two layouts of a relayout, evaluated by the reference for the dims of a case.
//
//   shown_layouts both(layout_template("packed [M,K]"), layout_template("packed [K,M] -> ...", {"M", "K"}));
//   both.at({2, 3}, 0)       lengths 2, 3 and places 0 to 5

using dims_list = std::vector<long_index_t>;

// Caches the dims of the last call, because a case asks many times.
class shown_layouts {
  public:
    shown_layouts(layout_template from, layout_template to);
    const layout_template& operator[](std::size_t operand) const { return layouts_[operand]; }

    // Empty if the dims make no valid layout.
    const reference::shown_elements& at(const dims_list& dims, std::size_t operand) const;

  private:
    layout_template layouts_[2];
    std::uint64_t number_;  // unique, even for objects that reuse an address
};

// What is wrong with two layouts for these dims; empty if nothing.
std::string why_no_relayout(const shown_layouts& layouts, const dims_list& dims);

}  // namespace tileproof::properties
