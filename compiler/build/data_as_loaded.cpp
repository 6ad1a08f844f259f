// SPDX-License-Identifier: MIT
#include "compiler/build/data_as_loaded.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace tileproof::properties {
namespace {

struct range {
    std::uintptr_t begin = 0, end = 0;
};

// Where the library may write after loading: its writable segments, without what the loader has made read-only
// (RELRO).
struct writable {
    std::uintptr_t base;
    std::vector<range> found;

    static int look(dl_phdr_info* info, std::size_t, void* self) {
        auto& w = *static_cast<writable*>(self);
        if (info->dlpi_addr != w.base) return 0;
        const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        std::uintptr_t read_only_until = 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
            if (const auto& p = info->dlpi_phdr[i]; p.p_type == PT_GNU_RELRO)
                read_only_until = (w.base + p.p_vaddr + p.p_memsz) / page * page;
        for (int i = 0; i < info->dlpi_phnum; ++i) {
            const auto& p = info->dlpi_phdr[i];
            if (p.p_type != PT_LOAD || !(p.p_flags & PF_W)) continue;
            range r{(w.base + p.p_vaddr) / page * page,
                    (w.base + p.p_vaddr + p.p_memsz + page - 1) / page * page};
            if (r.begin < read_only_until && read_only_until <= r.end) r.begin = read_only_until;
            if (r.begin < r.end) w.found.push_back(r);
        }
        return 1;
    }
};

// Turns the pages into a private view of a file with their current contents. False: they stay as they are.
bool become_view(void* begin, std::size_t bytes) {
    const int file = memfd_create("data as loaded", MFD_CLOEXEC);
    bool well = file >= 0;
    for (std::size_t done = 0; well && done < bytes;) {
        const ssize_t n = pwrite(file, static_cast<const char*>(begin) + done, bytes - done,
                                 static_cast<off_t>(done));
        well = n > 0;
        if (well) done += static_cast<std::size_t>(n);
    }
    well = well && mmap(begin, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0) !=
                       MAP_FAILED;
    if (file >= 0) close(file);
    return well;
}

}  // namespace

data_as_loaded::data_as_loaded(void* library) {
    link_map* map = nullptr;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
    writable w{map->l_addr, {}};
    dl_iterate_phdr(writable::look, &w);
    for (const range& r : w.found) {
        const pages p{reinterpret_cast<void*>(r.begin), r.end - r.begin};
        if (become_view(p.begin, p.bytes)) all_.push_back(p);
    }
}

void data_as_loaded::restore() const {
    for (const pages& p : all_) madvise(p.begin, p.bytes, MADV_DONTNEED);
}

}  // namespace tileproof::properties
