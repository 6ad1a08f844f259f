// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/objects.hpp"

#include <link.h>

#include <algorithm>

namespace tileproof::cpu_checked {
namespace {

// Stands for sites beyond what a record can number, and for places in uninstrumented code.
site unknown_site{"unknown place", "", 0, 0, 0, 0, nullptr};

region_kind kind_of(object_kind kind) {
    switch (kind) {
        case object_kind::shared:
            return region_kind::shared;
        case object_kind::device_variable:
            return region_kind::variable;
        case object_kind::constant:
            return region_kind::constant;
    }
    return region_kind::host;
}

}  // namespace

void register_module(module& m) { module_registry::only().add(m); }

module_registry& module_registry::only() {
    static module_registry* const one = new module_registry;  // used even while the program ends
    return *one;
}

void module_registry::add(module& m) {
    if (sites_.empty()) {
        sites_.push_back(&unknown_site);
        lines_.push_back(0);
    }
    for (std::uint64_t i = 0; i < m.site_count; ++i) {
        if (sites_.size() > site_mask) break;
        m.sites[i].id = static_cast<std::uint32_t>(sites_.size());
        sites_.push_back(&m.sites[i]);
        lines_.push_back(line_numbers_
                             .try_emplace({m.sites[i].file, m.sites[i].line},
                                          static_cast<std::uint32_t>(line_numbers_.size()) + 1)
                             .first->second);
    }
    for (std::uint64_t i = 0; i < m.object_count; ++i) {
        const object& o = m.objects[i];
        auto made = std::make_unique<region>();
        made->base = reinterpret_cast<std::uintptr_t>(o.address);
        made->bytes = o.bytes;
        made->kind = kind_of(o.kind);
        made->initialised = o.kind != object_kind::shared;
        made->name = o.name;
        made->file = o.file;
        made->line = o.line;
        const auto at =
            std::lower_bound(objects_.begin(), objects_.end(), made->base,
                             [](const auto& r, std::uintptr_t a) { return r->base < a; });
        objects_.insert(at, std::move(made));
    }
    constants_.clear();  // the new module adds some
}

const site& module_registry::unknown() { return unknown_site; }

const site& module_registry::known_site(std::uint32_t id) const {
    return id < sites_.size() ? *sites_[id] : unknown_site;
}

region* module_registry::find(std::uintptr_t address) {
    auto at = std::upper_bound(objects_.begin(), objects_.end(), address,
                               [](std::uintptr_t a, const auto& r) { return a < r->base; });
    if (at == objects_.begin()) return nullptr;
    region& r = **--at;
    if (address - r.base >= r.bytes + object_gap) return nullptr;
    if (!r.records[written] && r.kind != region_kind::constant) {
        const bool initialised = r.initialised;
        r.reset(reinterpret_cast<void*>(r.base), r.bytes, 1);
        r.initialised = initialised;
    }
    return &r;
}

void module_registry::scan_constant_data() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* self) {
            for (int i = 0; i < info->dlpi_phnum; ++i) {
                const ElfW(Phdr)& part = info->dlpi_phdr[i];
                const bool constant = (part.p_type == PT_LOAD && !(part.p_flags & PF_W)) ||
                                      part.p_type == PT_GNU_RELRO;
                if (!constant) continue;
                region& r = static_cast<module_registry*>(self)->constants_.emplace_back();
                r.base = info->dlpi_addr + part.p_vaddr;
                r.bytes = part.p_memsz;
                r.kind = region_kind::host;
            }
            return 0;
        },
        this);
}

region* module_registry::constant_data(std::uintptr_t address, std::size_t bytes) {
    if (constants_.empty()) scan_constant_data();
    for (region& r : constants_)
        if (address >= r.base && address - r.base < r.bytes &&
            r.bytes - (address - r.base) >= bytes)
            return &r;
    return nullptr;
}

}  // namespace tileproof::cpu_checked
