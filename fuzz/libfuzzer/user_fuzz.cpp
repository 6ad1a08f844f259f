// SPDX-License-Identifier: MIT
// tileproof-fuzz-kernel: a user's kernel tests under libFuzzer. Bytes choose a test and a case, and the kernel laws judge it,
// on cpu with coverage feedback from the kernel, then on cpu-checked. A case that breaks a law is stored as a finding, so
// that `tileproof check scale.hip` runs it first, and ends the process as a crash. Flags with two dashes are ours:
//
//   tileproof-fuzz-kernel --source=scale.hip [--cache=FOLDER] [--store=FOLDER] [--compiler=CLANG] [--flag=-DX ...]
//                         [--device=cpu ...] [--wave=32|64|both] corpus/ -max_total_time=60
//   OUT=out tileproof-fuzz-kernel --source=scale.hip --install=scale     writes
//     out/scale             this program, to be run anywhere without compiler and source
//     out/scale.kernel/     kernel.json, cpu-32.so, cpu-checked-32.so
//     out/scale.options     what OSS-Fuzz hands to libFuzzer
#include "compiler/build/user_library.hpp"
#include "devices/cpu/launch.hpp"
#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/finding/finding.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::fuzz {

using namespace properties;
using compiler::load_user;
using compiler::user_build;
using compiler::user_error;
using compiler::user_library;

namespace {

struct user_fuzz_options {
    user_build build;
    std::string source;   // as findings name it
    std::string install;  // the name of the target to install; empty: fuzz
    std::string store = ".tileproof/findings";
};

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
    const nlohmann::json j = parse_bounded(system::read_bounded(file, largest_json));
    o.source = read_member<std::string>(j, "source", what);
    o.build.source = o.source;
    o.build.compiler = read_member<std::string>(j, "compiler", what);
    o.build.flags = read_member<std::vector<std::string>>(j, "flags", what);
    o.build.devices = read_member<std::vector<std::string>>(j, "devices", what);
    o.build.wave = read_member<std::string>(j, "wave", what);
    o.build.ready = folder;
    return o;
}

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
} catch (const system::store_error& e) {
    throw user_error(e.what());
}

void install_user_fuzz(user_fuzz_options o) try {
    const char* const out = std::getenv("OUT");
    if (out == nullptr)
        throw user_error(fmt::format("--install={} needs a folder: set OUT to one.", o.install));
    const fs::path program = fs::path(out) / o.install;
    o.build.save = folder_beside(program);
    const user_library library = load_user(o.build);
    system::write_atomically(o.build.save / record_name,
                             indented_text_of({{"source", o.source},
                                               {"compiler", library.compilers.at("cpu")},
                                               {"flags", o.build.flags},
                                               {"devices", o.build.devices},
                                               {"wave", o.build.wave}}) +
                                 '\n');
    // A case takes few bytes; a hang is for tileproof to find.
    system::write_atomically(program.string() + ".options",
                             "[libfuzzer]\nmax_len = 128\ntimeout = 60\n");
    std::error_code error;
    fs::copy_file(fs::read_symlink(self), program, fs::copy_options::overwrite_existing, error);
    if (error)
        throw user_error(
            fmt::format("The file '{}' cannot be written: {}.", program.string(), error.message()));
} catch (const system::store_error& e) {
    throw user_error(e.what());
}

class user_fuzz {
  public:
    // Throws user_error. `devices` in the order in which they judge a case.
    user_fuzz(const user_build&, const std::string& source, const std::filesystem::path& store);

    struct broken_law {
        std::string sentence;
        std::filesystem::path file;  // where the finding is
    };
    // Nothing: all laws held, or the bytes are a case that the test does not take.
    std::optional<broken_law> judge(std::span<const std::uint8_t> choices);
    // Empty: nothing was tried, or a case said something. Otherwise a sentence.
    std::string why_not_judged() const;

  private:
    user_library library_;
    std::string source_;
    user_build build_;
    std::filesystem::path store_;
    std::vector<property_list> by_device_;  // the tests, in the order of the library
    std::int64_t tried_ = 0, judged_ = 0;
    std::string last_reason_;  // why a case said nothing
};

user_fuzz::user_fuzz(const user_build& build, const std::string& source,
                     const std::filesystem::path& store)
    : library_(load_user(build)), source_(source), build_(build), store_(store) {
    library_.load_all();  // libFuzzer counts the places of what is loaded before it begins
    for (const std::string& device : build.devices)
        by_device_.push_back(user_properties(library_, source, device));
}

std::optional<user_fuzz::broken_law> user_fuzz::judge(std::span<const std::uint8_t> choices) {
    ++tried_;
    draw from(choices);
    const auto test = static_cast<std::size_t>(from.below(std::ssize(library_.tests)));
    const int size = static_cast<int>(from.below(60));
    const nlohmann::json c = random_user_case(from, library_, test, source_, size);
    for (const property_list& tests : by_device_) {
        const property& p = *tests[test];
        case_result result;
        try {
            result = p.check(c);
        } catch (const bad_case&) {  // more memory than a case may have
            return std::nullopt;
        }
        const failure* const wrong = result.first_failure();
        const std::string& why = result.discarded.empty() ? result.no_evidence : result.discarded;
        if (!why.empty()) last_reason_ = why;
        judged_ += why.empty() && !result.laws.empty();
        if (!wrong) continue;
        finding f;
        f.broken_by(*wrong);
        f.kernel = user_kernel{source_, library_.tests[test].name,
                               library_.compilers.at(p.device()), build_.flags, build_.wave};
        f.property = p.name();
        f.subject = p.subject();
        f.device = p.device();
        f.the_case = c;
        f.found = time_stamp();
        f.version = TILEPROOF_VERSION;
        return broken_law{fmt::format("{} does not hold for {} on {}: {}", title(f.law), f.subject,
                                      f.device, f.failure),
                          finding_store(store_).save(f)};
    }
    return std::nullopt;
}

std::string user_fuzz::why_not_judged() const {
    if (tried_ == 0 || judged_ > 0) return {};
    return fmt::format("NOT JUDGED: none of the {} cases of {} says anything of it. {}", tried_,
                       source_, last_reason_);
}

std::unique_ptr<user_fuzz> fuzzed;

// At the end of a search of this process: what was never judged has not held.
void say_what_was_not_judged() {
    const std::string why = fuzzed ? fuzzed->why_not_judged() : std::string();
    if (why.empty()) return;
    std::fprintf(stderr, "tileproof-fuzz-kernel: %s\n", why.c_str());
    std::_Exit(2);
}

bool searches_here(std::span<char* const> arguments) {
    const auto has = [&](std::string_view flag) {
        return std::ranges::any_of(
            arguments, [&](const char* word) { return std::string_view(word).starts_with(flag); });
    };
    return has("-max_total_time=") && !has("-fork=") && !has("-jobs=") && !has("-merge");
}

}  // namespace
}  // namespace tileproof::fuzz

using namespace tileproof::compiler;
using namespace tileproof::fuzz;

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    tileproof::cpu_engine::settings().workers = 1;  // the same input, the same order of blocks
    try {
        const user_fuzz_options o =
            read_user_fuzz_options({*argv, static_cast<std::size_t>(*argc)});
        if (o.build.source.empty()) {
            std::fprintf(stderr, "Usage: %s --source=FILE [libFuzzer flags] [corpus folder]\n",
                         (*argv)[0]);
            std::exit(2);
        }
        if (!o.install.empty()) {
            install_user_fuzz(o);
            std::exit(0);
        }
        fuzzed = std::make_unique<user_fuzz>(o.build, o.source, o.store);
        if (searches_here({*argv, static_cast<std::size_t>(*argc)}))
            std::atexit(say_what_was_not_judged);
    } catch (const user_error& e) {
        std::fprintf(stderr, "tileproof-fuzz-kernel: %s\n", e.what());
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto broken = fuzzed->judge({data, size})) {
        std::fprintf(stderr, "tileproof: a law is broken\n%s\nfinding %s\n",
                     broken->sentence.c_str(), broken->file.c_str());
        std::abort();
    }
    return 0;
}
