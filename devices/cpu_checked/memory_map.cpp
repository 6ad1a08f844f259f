// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/memory_map.hpp"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <algorithm>
#include <iterator>

#include "devices/cpu/memory.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr std::uintptr_t near_shared = 64u << 10;

// The end of this thread's stack, which does not move. Cached, because for the first thread of a process glibc reads
// /proc/self/maps, and a worker has thousands of mappings.
std::uintptr_t end_of_stack() {
    thread_local const std::uintptr_t end = [] {
        pthread_attr_t attributes;
        void* bottom = nullptr;
        std::size_t bytes = 0;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstack(&attributes, &bottom, &bytes);
        pthread_attr_destroy(&attributes);
        return reinterpret_cast<std::uintptr_t>(bottom) + bytes;
    }();
    return end;
}

// Stands for sites beyond what a record can number, and for places in uninstrumented code.
site unknown_site{"unknown place", "", 0, 0, 0, 0, 0, nullptr};

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

memory_map::memory_map() {
    dynamic_shared.kind = region_kind::dynamic_shared;
    host_stack_.kind = region_kind::host;
}

void memory_map::begin_launch(std::uint32_t first_segment, const void* frame) {
    launch_first_ = first_segment;
    host_stack_.base = reinterpret_cast<std::uintptr_t>(frame);
    host_stack_.bytes = end_of_stack() - host_stack_.base;
    for (auto& [address, b] : host_buffers_) b->memory.bytes = 0;
}

void memory_map::begin_block(void* shared, std::size_t bytes, std::uint32_t first_segment) {
    const auto base = reinterpret_cast<std::uintptr_t>(shared);
    if (bytes == 0)
        dynamic_shared.bytes = 0;
    else if (dynamic_shared.base != base || dynamic_shared.bytes != bytes)
        dynamic_shared.reset(shared, bytes, first_segment);
}

bool memory_map::is_shared(std::uintptr_t address) {
    if (holds(dynamic_shared, address, 1)) return true;
    if (buffers.find(address)) return false;
    const region* const object = module_registry::only().find(address);
    return object && object->kind == region_kind::shared;
}

memory_map::located memory_map::find(std::uintptr_t address, std::size_t bytes, bool writes) {
    if (device_memory::slot* const slot = buffers.find(address)) {
        if (slot->used && holds(slot->memory, address, bytes)) return {&slot->memory};
        const auto mapped = reinterpret_cast<std::uintptr_t>(slot->mapped);
        return {nullptr, &slot->memory,
                address >= mapped && address + bytes <= mapped + slot->mapped_bytes};
    }
    if (heap.near(address)) return {&heap.memory};  // shadow.cpp looks up the block each time
    module_registry& modules = module_registry::only();
    if (region* const object = modules.find(address)) {
        if (holds(*object, address, bytes)) return {object};
        return {nullptr, object, object->kind == region_kind::shared};  // the gap
    }
    if (holds(dynamic_shared, address, bytes)) return {&dynamic_shared};
    if (!writes) {
        if (holds(host_stack_, address, bytes)) return {&host_stack_};
        if (region* const constant = modules.constant_data(address, bytes)) return {constant};
    }
    if (dynamic_shared.bytes > 0 && address - dynamic_shared.base + near_shared < 2 * near_shared)
        return {nullptr, &dynamic_shared};
    return {host_buffer(address, bytes)};
}

region* memory_map::object_of(std::uintptr_t address) {
    if (device_memory::slot* const slot = buffers.find(address))
        return slot->used ? &slot->memory : nullptr;
    return nullptr;
}

region* memory_map::object_with(const void* p, std::size_t bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(p);
    if (region* const r = buffers.buffer(p, bytes)) return r;
    if (buffers.find(address)) return nullptr;
    region* const object = module_registry::only().find(address);
    if (object && object->kind == region_kind::variable && holds(*object, address, bytes))
        return object;
    return host_buffer(address, bytes);
}

region* memory_map::touched_of_both(std::uintptr_t address, std::size_t bytes) {
    const auto after = host_buffers_.upper_bound(address);
    if (after == host_buffers_.begin()) return nullptr;
    host_memory& m = *std::prev(after)->second;
    const std::uint64_t offset = address - m.memory.base;
    return offset < m.bytes && m.bytes - offset >= bytes ? &m.memory : nullptr;
}

region* memory_map::host_buffer(std::uintptr_t address, std::size_t bytes) {
    const auto known = host_buffers_.upper_bound(address);
    if (known != host_buffers_.begin()) {
        region& r = std::prev(known)->second->memory;
        if (holds(r, address, bytes)) return &r;
    }
    for (const cpu_engine::memory_block& b : cpu_engine::live_memory()) {
        const auto base = reinterpret_cast<std::uintptr_t>(b.data);
        if (address < base || address - base >= b.bytes || b.bytes - (address - base) < bytes)
            continue;
        auto& made = host_buffers_[base];
        if (!made) made = std::make_unique<host_memory>();
        region& r = made->memory;
        r.bytes = b.bytes;
        if (made->bytes == b.bytes) return &r;  // with the records of earlier work
        made->bytes = b.bytes;
        r.reset(b.data, b.bytes, launch_first_);
        r.kind = region_kind::device;
        r.name = "pinned or managed memory";
        r.initialised = true;  // hipHostMalloc: host writes are not seen
        return &r;
    }
    return nullptr;
}

void memory_map::keep_shared(std::uint32_t turn, std::uint32_t first,
                             std::vector<kept_memory>& kept) {
    kept.clear();
    const auto keep = [&](region& r) {
        if (r.of_block() && r.entered == turn && r.bytes > 0) kept.push_back(r.keep(first));
    };
    module_registry::only().each(keep);
    keep(dynamic_shared);
}

void memory_map::put_back_shared(const std::vector<kept_memory>& kept, std::uint32_t turn,
                                 std::uint32_t segment) {
    for (const kept_memory& k : kept) {
        k.of->put_back(k, segment);
        k.of->entered = turn;
    }
}

void memory_map::forget_all_records() {
    const auto forget = [](region& r) { r.forget(); };
    buffers.each(forget);
    module_registry::only().each(forget);
    dynamic_shared.forget();
    if (heap.memory.base) heap.memory.forget();
}

static bool is_of_this_program(const void* p) {
    dl_find_object theirs{}, ours{};
    return _dl_find_object(const_cast<void*>(p), &theirs) == 0 &&
           _dl_find_object(&unknown_site, &ours) == 0 && theirs.dlfo_link_map == ours.dlfo_link_map;
}

void register_module(module& m) { module_registry::only().add(m); }

module_registry& module_registry::only() {
    static module_registry* const one = new module_registry;  // used even while the program ends
    return *one;
}

void module_registry::add(module& m) {
    if (sites_.empty()) sites_.push_back(&unknown_site);
    for (std::uint64_t i = 0; i < m.site_count; ++i) {
        if (sites_.size() > site_mask) break;
        m.sites[i].id = static_cast<std::uint32_t>(sites_.size());
        sites_.push_back(&m.sites[i]);
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
    *m.reached = reached_.emplace_back(m.reached_count).data();
    // This program's own kernels are many, and nobody asks for theirs.
    codes_.emplace_back(m.codes, is_of_this_program(&m) ? 0 : m.code_count);
    constants_.clear();  // the new module adds some
}

std::uint32_t module_registry::line_of(std::uint32_t id) {
    if (id == 0 || id >= sites_.size()) return 0;
    lines_.resize(sites_.size());
    if (lines_[id] == 0)
        lines_[id] = line_numbers_
                         .try_emplace({sites_[id]->file, sites_[id]->line},
                                      static_cast<std::uint32_t>(line_numbers_.size()) + 1)
                         .first->second;
    return lines_[id];
}

devices::reached_code module_registry::reached() const {
    devices::reached_code all;
    for (std::size_t m = 0; m < codes_.size(); ++m)
        for (const code& c : codes_[m]) {
            const auto what = static_cast<devices::code_point::kind>(c.what);
            const bool is_line = what == devices::code_point::kind::line;
            all[{c.file, c.line, is_line ? 0 : c.column, what}] |= reached_[m][c.byte];
        }
    return all;
}

std::vector<long> module_registry::numbers_of_unmet_conditions() const {
    std::vector<long> all;
    for (std::size_t m = 0; m < codes_.size(); ++m)
        for (const code& c : codes_[m])
            if (c.number != 0 && !reached_[m][c.byte]) all.push_back(c.number);
    return all;
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
