// SPDX-License-Identifier: MIT
#include "devices/cpu/shared_symbols.hpp"

#include <link.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <string_view>
#include <unordered_map>

namespace tileproof::cpu_engine {
namespace {

constexpr std::string_view tag = "B16tileproof_shared";  // abi_tag("tileproof_shared") in a name
constexpr std::uint64_t largest_table = 1u << 30;        // bytes

// Records of a file; empty if it does not have them.
template <class T>
std::vector<T> read(std::ifstream& file, std::uint64_t at, std::uint64_t bytes) {
    if (bytes > largest_table) return {};
    std::vector<T> records(bytes / sizeof(T));
    file.clear();
    file.seekg(static_cast<std::streamoff>(at));
    file.read(reinterpret_cast<char*>(records.data()),
              static_cast<std::streamsize>(records.size() * sizeof(T)));
    if (!file) records.clear();
    return records;
}

struct symbol_table {
    std::vector<ElfW(Sym)> symbols;
    std::vector<char> text;  // ends with a zero

    std::string_view name(const ElfW(Sym) & s) const {
        return s.st_name < text.size() ? std::string_view(&text[s.st_name]) : std::string_view();
    }
};

bool has_thread_local(std::ifstream& file, const ElfW(Ehdr) & header, std::uint64_t bytes) {
    const auto parts = read<ElfW(Phdr)>(file, header.e_phoff, header.e_phnum * sizeof(ElfW(Phdr)));
    return std::any_of(parts.begin(), parts.end(), [&](const ElfW(Phdr) & p) {
        return p.p_type == PT_TLS && p.p_memsz == bytes;
    });
}

symbol_table read_symbols(std::ifstream& file, const ElfW(Ehdr) & header) {
    const auto sections =
        read<ElfW(Shdr)>(file, header.e_shoff, header.e_shnum * sizeof(ElfW(Shdr)));
    for (const auto kind : {SHT_SYMTAB, SHT_DYNSYM})
        for (const ElfW(Shdr) & s : sections) {
            if (s.sh_type != static_cast<unsigned>(kind) || s.sh_link >= sections.size()) continue;
            const ElfW(Shdr)& names = sections[s.sh_link];
            symbol_table table{read<ElfW(Sym)>(file, s.sh_offset, s.sh_size),
                               read<char>(file, names.sh_offset, names.sh_size)};
            table.text.push_back('\0');
            return table;
        }
    return {};
}

}  // namespace

// A variable of the function _Z1kILi4EEvv is named _ZZ1kILi4EEvvE1aB16tileproof_shared: any E may be the one that
// ends the function's name.
shared_symbols read_shared_symbols(const std::string& path, std::uint64_t thread_local_bytes) {
    std::ifstream file(path, std::ios::binary);
    const auto header = read<ElfW(Ehdr)>(file, 0, sizeof(ElfW(Ehdr)));
    if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0 ||
        header[0].e_shentsize != sizeof(ElfW(Shdr)) ||
        !has_thread_local(file, header[0], thread_local_bytes))
        return {};
    const symbol_table table = read_symbols(file, header[0]);
    shared_symbols found;
    std::unordered_map<std::string_view, std::vector<shared_place>> of_name;
    for (const ElfW(Sym) & s : table.symbols) {
        if ((s.st_info & 0xf) != STT_TLS || s.st_shndx == SHN_UNDEF) continue;
        const std::string_view name = table.name(s);
        if (name.find(tag) == name.npos || s.st_size > thread_local_bytes ||
            s.st_value > thread_local_bytes - s.st_size)
            continue;
        const shared_place place{s.st_value, s.st_size};
        found.all.push_back(place);
        if (!name.starts_with("_ZZ")) continue;
        for (std::size_t e = name.find('E', 3); e != name.npos; e = name.find('E', e + 1))
            of_name[name.substr(3, e - 3)].push_back(place);
    }
    for (const ElfW(Sym) & s : table.symbols) {
        if ((s.st_info & 0xf) != STT_FUNC || s.st_shndx == SHN_UNDEF) continue;
        const std::string_view name = table.name(s);
        const auto its = name.size() > 2 ? of_name.find(name.substr(2)) : of_name.end();
        if (its == of_name.end()) continue;
        auto& places = found.of_function[s.st_value];
        places.insert(places.end(), its->second.begin(), its->second.end());
    }
    return found;
}

}  // namespace tileproof::cpu_engine
