// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/shared_variables.hpp"

#include <link.h>

#include <cstdint>
#include <mutex>

// What a thread-local variable's address is made of, as compilers ask for it.
struct tls_index_of_a_variable {
    unsigned long module, offset;
};
extern "C" void* __tls_get_addr(tls_index_of_a_variable*);

namespace tileproof::cpu_engine {
namespace {

// One section of a file that is loaded.
struct section {
    std::uintptr_t begin = 0, end = 0;             // its first contents, in the file's own memory
    std::uintptr_t first_byte = 0, last_byte = 0;  // of the file's code and data
    tls_index_of_a_variable at{};
};

struct known_sections {
    std::mutex mutex;
    std::vector<section> all;
};
known_sections& known() {
    static auto* const only = new known_sections;  // may be used while the program ends
    return *only;
}

// Fills in the rest of `s` when it lies in this file.
int look_at(dl_phdr_info* file, std::size_t, void* wanted) {
    section& s = *static_cast<section*>(wanted);
    const ElfW(Phdr)* thread_local_part = nullptr;
    std::uintptr_t first = ~std::uintptr_t{0}, last = 0;
    for (int i = 0; i < file->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = file->dlpi_phdr[i];
        if (part.p_type == PT_TLS) thread_local_part = &part;
        if (part.p_type != PT_LOAD) continue;
        first = std::min<std::uintptr_t>(first, file->dlpi_addr + part.p_vaddr);
        last = std::max<std::uintptr_t>(last, file->dlpi_addr + part.p_vaddr + part.p_memsz);
    }
    if (!thread_local_part || s.begin < first || s.end > last) return 0;
    s.first_byte = first;
    s.last_byte = last;
    s.at = {file->dlpi_tls_modid, s.begin - (file->dlpi_addr + thread_local_part->p_vaddr)};
    return 1;
}

}  // namespace

void register_shared_variables(const char* begin, const char* end) {
    section s{
        reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(end), 0, 0, {}};
    if (s.begin >= s.end || dl_iterate_phdr(look_at, &s) == 0) return;
    const std::lock_guard lock(known().mutex);
    for (const section& other : known().all)
        if (other.begin == s.begin) return;  // each source of a program says it
    known().all.push_back(s);
}

std::vector<std::span<std::byte>> shared_variables_of(const void* code) {
    const auto at = reinterpret_cast<std::uintptr_t>(code);
    std::vector<std::span<std::byte>> found;
    const std::lock_guard lock(known().mutex);
    for (section& s : known().all)
        if (at >= s.first_byte && at < s.last_byte)
            found.emplace_back(static_cast<std::byte*>(__tls_get_addr(&s.at)), s.end - s.begin);
    return found;
}

}  // namespace tileproof::cpu_engine
