// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/contracts.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <stdexcept>

namespace tileproof::properties {
namespace {

template <class Kernel>
contract_kernel found(const std::vector<Kernel>& all, const std::string& name,
                      const std::string& device) {
    for (const Kernel& k : all)
        if (k.name == name) return under(k);
    throw std::runtime_error(fmt::format("Device {} has no kernel '{}'.", device, name));
}

kernel_contract made(const std::string& name, const std::string& device) {
    if (name == "transpose") return transpose_contract();
    if (name == "copy") return copy_contract();
    if (name == "permute") return permute_contract();
    if (name.starts_with("relayout ")) {
        const kernels::relayout_texts& texts = kernels::relayout_text(name.substr(9));
        return relayout_contract(std::string(texts.from), std::string(texts.to));
    }
    if (name == "product") return product_contract();
    if (name != "mlp") throw std::runtime_error(fmt::format("There is no contract '{}'.", name));
    return mlp_contract([device]() -> kernels::device& { return kernels::find_device(device); },
                        [device]() -> const kernels::product_kernel& {
                            return kernels::find_device(device).kernels().products.front();
                        });
}

}  // namespace

shared_contract contract_named(const std::string& name, const std::string& device) {
    static std::mutex alone;
    static std::map<std::pair<std::string, std::string>, shared_contract> all;
    const std::lock_guard lock(alone);
    shared_contract& c = all[{name, name == "mlp" ? device : ""}];
    if (!c) c = std::make_shared<const kernel_contract>(made(name, device));
    return c;
}

std::unique_ptr<property> catalogue_property(const std::string& contract, std::string kernel,
                                             std::string device) {
    kernel_subject s{kernel, device, {}, {}, {}};
    s.find_device = [device]() -> kernels::device& { return kernels::find_device(device); };
    s.find_kernel = [contract, kernel, device] {
        const kernels::catalogue& all = kernels::find_device(device).kernels();
        if (contract == "transpose") return found(all.transposes, kernel, device);
        if (contract == "copy") return found(all.copies, kernel, device);
        if (contract == "permute") return found(all.permutes, kernel, device);
        if (contract == "relayout") return found(all.relayouts, kernel, device);
        if (contract == "product") return found(all.products, kernel, device);
        return found(all.mlps, kernel, device);
    };
    const std::string name = contract == "relayout" ? contract + " " + kernel : contract;
    return kernel_property(contract_named(name, device), std::move(s));
}

}  // namespace tileproof::properties
