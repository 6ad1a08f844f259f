// SPDX-License-Identifier: MIT
#include "devices/cpu/shared_variables.hpp"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "devices/cpu/shared_symbols.hpp"

// The parts of a thread-local variable's address, in the form compilers use.
struct tls_index_of_a_variable {
    unsigned long module, offset;
};
extern "C" void* __tls_get_addr(tls_index_of_a_variable*);

namespace tileproof::cpu_engine {
namespace {

// A file that is loaded.
struct loaded_file {
    std::uintptr_t code = 0;  // an address in it
    std::uintptr_t first_byte = 0, last_byte = 0, base = 0;
    std::uint64_t thread_local_bytes = 0;
    unsigned long module = 0;
    std::string path;
    shared_symbols shared;
};

struct known_files {
    std::mutex mutex;
    std::vector<loaded_file> all;
};
known_files& known() {
    static auto* const only = new known_files;  // may be used while the program ends
    return *only;
}

// Completes `f` if its code is in this file.
int look_at(dl_phdr_info* file, std::size_t, void* wanted) {
    loaded_file& f = *static_cast<loaded_file*>(wanted);
    std::uintptr_t first = ~std::uintptr_t{0}, last = 0;
    std::uint64_t bytes = 0;
    for (int i = 0; i < file->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = file->dlpi_phdr[i];
        if (part.p_type == PT_TLS) bytes = part.p_memsz;
        if (part.p_type != PT_LOAD) continue;
        first = std::min<std::uintptr_t>(first, file->dlpi_addr + part.p_vaddr);
        last = std::max<std::uintptr_t>(last, file->dlpi_addr + part.p_vaddr + part.p_memsz);
    }
    if (f.code < first || f.code >= last) return 0;
    f.first_byte = first;
    f.last_byte = last;
    f.base = file->dlpi_addr;
    f.thread_local_bytes = bytes;
    f.module = file->dlpi_tls_modid;
    f.path = file->dlpi_name && *file->dlpi_name ? file->dlpi_name : "/proc/self/exe";
    return 1;
}

const loaded_file& file_of(std::uintptr_t code) {
    std::vector<loaded_file>& all = known().all;
    for (const loaded_file& f : all)
        if (code >= f.first_byte && code < f.last_byte) return f;
    loaded_file f;
    f.code = code;
    dl_iterate_phdr(look_at, &f);
    if (f.thread_local_bytes > 0) f.shared = read_shared_symbols(f.path, f.thread_local_bytes);
    return all.emplace_back(std::move(f));
}

}  // namespace

std::vector<std::span<std::byte>> shared_variables_of(const void* code, const void* kernel) {
    const std::lock_guard lock(known().mutex);
    const loaded_file& f = file_of(reinterpret_cast<std::uintptr_t>(kernel ? kernel : code));
    const std::vector<shared_place>* places = &f.shared.all;
    if (places->empty()) return {};
    if (kernel) {
        const auto its =
            f.shared.of_function.find(reinterpret_cast<std::uintptr_t>(kernel) - f.base);
        if (its == f.shared.of_function.end()) return {};
        places = &its->second;
    }
    std::vector<std::span<std::byte>> found;
    for (const shared_place& p : *places) {
        tls_index_of_a_variable at{f.module, p.offset};
        found.emplace_back(static_cast<std::byte*>(__tls_get_addr(&at)), p.bytes);
    }
    return found;
}

}  // namespace tileproof::cpu_engine
