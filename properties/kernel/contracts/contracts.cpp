// SPDX-License-Identifier: MIT
#include "properties/kernel/contracts/contracts.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tileproof/layout_error.hpp>

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
    return mlp_contract([device]() -> devices::device& { return devices::find_device(device); },
                        [device]() -> const kernels::product_kernel& {
                            return devices::find_device(device).kernels().products.front();
                        });
}

reference::shown_elements shown_or_none(const layout_template& layout, const dims_list& dims) try {
    return layout.shown(dims);
} catch (const layout_error&) {
    return {{0}, {}};
} catch (const reference::too_large&) {
    return {{0}, {}};
}

std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
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
    s.find_device = [device]() -> devices::device& { return devices::find_device(device); };
    const auto find = [contract, kernel, device] {
        const kernels::catalogue& all = devices::find_device(device).kernels();
        if (contract == "transpose") return found(all.transposes, kernel, device);
        if (contract == "copy") return found(all.copies, kernel, device);
        if (contract == "permute") return found(all.permutes, kernel, device);
        if (contract == "relayout") return found(all.relayouts, kernel, device);
        if (contract == "product") return found(all.products, kernel, device);
        return found(all.mlps, kernel, device);
    };
    s.find_kernel = [find, device] {
        contract_kernel k = find();
        k.range.slow = devices::find_device(device).checks_accesses();
        return k;
    };
    const std::string name = contract == "relayout" ? contract + " " + kernel : contract;
    return kernel_property(contract_named(name, device), std::move(s));
}

shown_layouts::shown_layouts(layout_template from, layout_template to)
    : layouts_{std::move(from), std::move(to)}, number_(next_number()) {}

const reference::shown_elements& shown_layouts::at(const dims_list& dims,
                                                   std::size_t operand) const {
    thread_local std::uint64_t whose = 0;
    thread_local dims_list last;
    thread_local reference::shown_elements shown[2];
    if (whose == number_ && last == dims) return shown[operand];
    for (std::size_t o = 0; o < 2; ++o) shown[o] = shown_or_none(layouts_[o], dims);
    whose = number_;
    last = dims;
    return shown[operand];
}

std::string why_no_relayout(const shown_layouts& layouts, const dims_list& dims) try {
    const auto from = layouts[0].shown(dims), to = layouts[1].shown(dims);
    if (from.lengths != to.lengths)
        return fmt::format(
            "The layouts show ({}) and ({}) elements; both must show the same indices.",
            fmt::join(from.lengths, ","), fmt::join(to.lengths, ","));
    std::vector<reference::index> places;
    std::copy_if(to.places.begin(), to.places.end(), std::back_inserter(places),
                 [](reference::index p) { return p != reference::no_element; });
    std::ranges::sort(places);
    if (std::adjacent_find(places.begin(), places.end()) != places.end())
        return "Two indices of the second layout share a place, so that one of two elements is "
               "lost.";
    return {};
} catch (const layout_error& e) {
    return e.what();
}

}  // namespace tileproof::properties
