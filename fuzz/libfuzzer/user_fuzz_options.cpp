// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/user_fuzz_options.hpp"

#include "fuzz/finding/bounded_json.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

namespace fs = std::filesystem;

constexpr const char* record_name = "kernel.json";
constexpr const char* self = "/proc/self/exe";

fs::path folder_beside(const fs::path& program) { return program.string() + ".kernel"; }

// What install_user_fuzz() wrote.
user_fuzz_options installed(const fs::path& folder) {
    const fs::path file = folder / record_name;
    const std::string what =
        fmt::format("The file '{}' does not say which kernel it is", file.string());
    user_fuzz_options o;
    const nlohmann::json j = parse_bounded(read_bounded(file, largest_json));
    o.source = read_member<std::string>(j, "source", what);
    o.build.source = o.source;
    o.build.compiler = read_member<std::string>(j, "compiler", what);
    o.build.flags = read_member<std::vector<std::string>>(j, "flags", what);
    o.build.devices = read_member<std::vector<std::string>>(j, "devices", what);
    o.build.wave = read_member<std::string>(j, "wave", what);
    o.build.ready = folder;
    return o;
}

}  // namespace

user_fuzz_options read_user_fuzz_options(std::span<char* const> arguments) try {
    user_fuzz_options o;
    std::error_code error;
    if (const fs::path folder = folder_beside(fs::read_symlink(self, error));
        fs::exists(folder, error))
        o = installed(folder);
    std::vector<std::string> devices;
    for (const std::string_view word : arguments) {
        const auto value = [&](std::string_view name) {
            return word.starts_with(name) ? std::string(word.substr(name.size())) : std::string();
        };
        if (std::string v = value("--source="); !v.empty()) o.build.source = v;
        if (std::string v = value("--cache="); !v.empty()) o.build.cache = v;
        if (std::string v = value("--store="); !v.empty()) o.store = v;
        if (std::string v = value("--compiler="); !v.empty()) o.build.compiler = v;
        if (std::string v = value("--wave="); !v.empty()) o.build.wave = v;
        if (std::string v = value("--install="); !v.empty()) o.install = v;
        if (std::string v = value("--flag="); !v.empty()) o.build.flags.push_back(v);
        if (std::string v = value("--device="); !v.empty()) devices.push_back(v);
    }
    if (o.source.empty()) o.source = o.build.source.string();
    if (!devices.empty()) o.build.devices = devices;
    o.build.coverage = true;
    return o;
} catch (const store_error& e) {
    throw user_error(e.what());
}

void install_user_fuzz(user_fuzz_options o) try {
    const char* const out = std::getenv("OUT");
    if (out == nullptr)
        throw user_error(fmt::format("--install={} needs a folder: set OUT to one.", o.install));
    const fs::path program = fs::path(out) / o.install;
    o.build.save = folder_beside(program);
    const user_library library = load_user(o.build);
    write_atomically(o.build.save / record_name,
                     indented_text_of({{"source", o.source},
                                       {"compiler", library.compilers.at("cpu")},
                                       {"flags", o.build.flags},
                                       {"devices", o.build.devices},
                                       {"wave", o.build.wave}}) +
                         '\n');
    // A case takes few bytes; a hang is for tileproof to find.
    write_atomically(program.string() + ".options", "[libfuzzer]\nmax_len = 128\ntimeout = 60\n");
    std::error_code error;
    fs::copy_file(fs::read_symlink(self), program, fs::copy_options::overwrite_existing, error);
    if (error)
        throw user_error(
            fmt::format("The file '{}' cannot be written: {}.", program.string(), error.message()));
} catch (const store_error& e) {
    throw user_error(e.what());
}

}  // namespace tileproof::properties
