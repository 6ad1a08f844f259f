// SPDX-License-Identifier: MIT
#include "compiler/build/user_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <optional>
#include <set>
#include <thread>

#include "compiler/build/build_cache.hpp"
#include "compiler/build/compile_gpu.hpp"
#include "compiler/build/compilers.hpp"
#include "compiler/build/device_build.hpp"
#include "compiler/build/test_data_json.hpp"
#include "devices/device.hpp"
#include "devices/gpu/architecture.hpp"
#include "system/process.hpp"
#include "system/stage.hpp"
#include "system/text.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;

// Findings name their test.
void require_different_names(const std::vector<sdk::test_data>& tests, const fs::path& source) {
    std::set<std::string> names;
    for (const sdk::test_data& t : tests)
        if (!names.insert(t.name).second)
            throw user_error(fmt::format(
                "{} declares two tests that are named '{}': give each a name of its own.",
                source.string(), t.name));
}

std::vector<unsigned> asked_waves(const std::string& wave) {
    if (wave == "32") return {32};
    if (wave == "64") return {64};
    if (wave == "both") return {32, 64};
    if (!wave.empty())
        throw user_error(
            fmt::format("A wave has 32 or 64 lanes, or both are tried, not '{}'.", wave));
    return {};
}

std::vector<unsigned> declared_waves(const sdk::test_data& t, unsigned usual) {
    std::set<unsigned> sizes(t.waves.begin(), t.waves.end());
    for (const unsigned lanes : sizes)
        if (lanes != 32 && lanes != 64)
            throw user_error(
                fmt::format("{} declares waves of {} lanes; they have 32 or 64.", t.name, lanes));
    if (sizes.empty()) return {usual};
    return {sizes.begin(), sizes.end()};
}

// The tests with functions that call those of the code, which is loaded on the first call.
std::vector<sdk::test_data> answered_by(const std::shared_ptr<const user_code>& code,
                                        std::vector<sdk::test_data> tests) {
    for (std::size_t i = 0; i < tests.size(); ++i) {
        sdk::test_data& t = tests[i];
        if (t.refusal)
            t.refusal = [code, i](const long* dims) { return code->loaded().at(i).refusal(dims); };
        if (t.reference)
            t.reference = [code, i](const sdk::answer& a) { code->loaded().at(i).reference(a); };
        if (t.accepts)
            t.accepts = [code, i](const sdk::answer& a) { return code->loaded().at(i).accepts(a); };
        t.launch = [code, i](const sdk::call& c) { code->loaded().at(i).launch(c); };
    }
    return tests;
}

class loader {
  public:
    explicit loader(const user_build& b) : build_(b), devices_(b.devices) {
        // The cpu device's copy supplies the right answers, so it is always made.
        std::erase(devices_, "cpu");
        devices_.insert(devices_.begin(), "cpu");
        for (const std::string& both : b.of_both)
            if (std::ranges::find(devices_, both) == devices_.end()) devices_.push_back(both);
        for (const std::string& device : devices_) {
            // A device's name becomes part of file names, and may come from somebody else's finding.
            if (device != "cpu" && device != "cpu-checked" && device != cpu_in_double &&
                !devices::is_gpu(device))
                throw user_error(fmt::format("There is no device named '{}'.", device));
            if (devices::is_gpu(device)) {
                (void)devices::find_device(device);  // throws if there is none
                architectures_[device] = devices::gpu_architecture(device);
                result_.gpu_waves[device] = devices::wave_size_of(architectures_[device]);
            }
            const std::string& asked = device == "hip"    ? b.hip_compiler
                                       : device == "cuda" ? b.cuda_compiler
                                                          : b.compiler;
            result_.compilers[device] =
                b.ready.empty() ? compiler::compiler_for(device, asked) : asked;
        }
    }

    user_library load() {
        std::vector<unsigned> waves = asked_waves(build_.wave);
        const bool asked = !waves.empty();
        const unsigned usual = devices::wave_size_of(compiler::gpu_of(build_.flags));
        if (!asked) waves = {usual};
        add(waves, true);
        for (const sdk::test_data& t : result_.tests)
            result_.waves.push_back(asked ? waves : declared_waves(t, usual));
        // The declarations are known only now.
        std::set<unsigned> more;
        for (const auto& list : result_.waves) more.insert(list.begin(), list.end());
        for (const unsigned lanes : waves) more.erase(lanes);
        if (!more.empty()) add({more.begin(), more.end()}, false);
        return std::move(result_);
    }

  private:
    struct copy {
        std::string device;
        unsigned wave_size;
        device_build build;
    };

    void add(const std::vector<unsigned>& waves, bool first) {
        std::vector<copy> copies;
        fronts_.clear();
        for (const std::string& device : devices_) {
            if (!devices::is_gpu(device))
                for (const unsigned lanes : waves) copies.push_back(copy_of(device, lanes));
            else if (first)
                copies.push_back(copy_of(device, 0));
        }
        make(copies);
        std::vector<std::shared_ptr<const user_code>> codes;
        for (const copy& c : copies) {
            codes.push_back(c.build.open());
            codes.back()->start_declaring();
        }
        for (std::size_t i = 0; i < copies.size(); ++i) {
            const copy& c = copies[i];
            open(c, std::move(codes[i]));
            if (!build_.save.empty()) c.build.save(build_.save);
        }
    }

    // Copies of one wave size share what the front end makes.
    copy copy_of(const std::string& device, unsigned lanes) {
        const auto gpu = architectures_.find(device);
        device_copy c{.source = build_.source,
                      .cache = build_.cache,
                      .device = device == cpu_in_double ? "cpu" : device,
                      .wave_size = lanes,
                      .architecture = gpu == architectures_.end() ? "" : gpu->second,
                      .compiler = result_.compilers.at(device),
                      .flags = build_.flags,
                      .coverage = build_.coverage,
                      .in_double = device == cpu_in_double,
                      .ready = build_.ready};
        if (build_.ready.empty()) {
            auto& front = fronts_[lanes];
            if (!front) front = front_end_of(c);
            c.front = front;
        }
        return {device, lanes, device_build(std::move(c))};
    }

    void make(std::vector<copy>& copies) {
        std::vector<std::string> failures(copies.size()), messages(copies.size());
        std::vector<char> compiled(copies.size());
        {
            const system::stage compiling(fmt::format("compiling {} for {}",
                                                      build_.source.filename().string(),
                                                      fmt::join(devices_, ", ")));
            std::vector<std::thread> compilers;  // all end here, before any fork
            for (std::size_t i = 0; i < copies.size(); ++i) {
                compilers.emplace_back([&, i] {
                    const system::collect_output into(messages[i]);
                    try {
                        compiled[i] = copies[i].build.make();
                    } catch (const std::exception& e) {
                        failures[i] = e.what();
                    }
                });
            }
            for (std::thread& t : compilers) t.join();
        }
        result_.compiled |= std::ranges::count(compiled, true) > 0;
        constexpr std::size_t most_shown = 4000;  // bytes
        // A mistake in the file is in each of its copies, but reported once.
        for (std::size_t i = 0; i < copies.size(); ++i) {
            if (failures[i].empty()) continue;
            system::print_here(system::cut(messages[i], most_shown));
            throw user_error(failures[i]);
        }
        for (auto m = messages.begin(); m != messages.end(); ++m)
            if (std::find(messages.begin(), m, *m) == m)
                system::print_here(system::cut(*m, most_shown));
    }

    void open(const copy& c, std::shared_ptr<const user_code> code) {
        std::vector<sdk::test_data> tests = code->declared();
        if (tests.empty())
            throw user_error(
                fmt::format("{} declares no kernel test: declare one with tileproof::transpose, "
                            "copy, permute, relayout, elementwise, product or custom.",
                            build_.source.string()));
        if (result_.tests.empty()) {
            require_different_names(tests, build_.source);
            result_.tests = answered_by(code, tests);
        }
        const bool same = tests.size() == result_.tests.size() &&
                          std::equal(tests.begin(), tests.end(), result_.tests.begin(),
                                     [](const auto& a, const auto& b) { return a.name == b.name; });
        if (!same)
            throw user_error(fmt::format(
                "{} declares other tests on {} than on cpu: declare all on each device.",
                build_.source.string(), c.device));
        result_.copies[{c.device, c.wave_size}] = std::move(code);
        result_.digests[c.device] += c.build.digest();
    }

    const user_build& build_;
    std::vector<std::string> devices_;
    std::map<std::string, std::string> architectures_;       // of GPUs
    std::map<unsigned, std::shared_ptr<front_end>> fronts_;  // by wave size
    user_library result_;
};

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

std::optional<std::size_t> test_named(const user_library& lib, const std::string& name) {
    for (std::size_t i = 0; i < lib.tests.size(); ++i)
        if (lib.tests[i].name == name) return i;
    return std::nullopt;
}

void keep_to_both(sdk::test_data& t, const sdk::test_data& old) {
    for (std::size_t d = 0; d < t.dims.size(); ++d) {
        t.multiples[d] = std::lcm(t.multiples[d], old.multiples[d]);
        t.least[d] = std::max(t.least[d], old.least[d]);
        if (old.most[d] > 0)
            t.most[d] = t.most[d] > 0 ? std::min(t.most[d], old.most[d]) : old.most[d];
    }
    t.powers_of_two |= old.powers_of_two;
    t.square |= old.square;
    if (old.refusal)
        t.refusal = [own = t.refusal, other = old.refusal](const long* dims) {
            std::string why = own ? own(dims) : std::string();
            return why.empty() ? other(dims) : why;
        };
    t.huge = t.refuses = false;  // no kernel runs in full there, and the old one may refuse more
}

void make_answer(sdk::test_data& t) {
    t.accepts = nullptr;
    if (t.reference) return;
    t.reference = [](const sdk::answer&) {};
    t.unanswered = true;
}

// Loads `b.against` and sets `old`. Throws user_error if it cannot be loaded, or if no test can be compared.
void set_against(user_library& lib, const user_build& b) {
    const auto [file, name] = read_against(b.against);
    user_build of_old{.source = file, .compiler = b.compiler, .flags = b.flags, .cache = b.cache};
    of_old.devices = {"cpu"};
    of_old.of_both = b.of_both;
    auto old = std::make_shared<user_library>(load_user(of_old));
    const std::optional<std::size_t> named = test_named(*old, name);
    if (!name.empty() && !named)
        throw user_error(
            fmt::format("{} declares no test named {}, which --against names.", file, name));
    const bool same_file = fs::weakly_canonical(file) == fs::weakly_canonical(b.source);
    lib.old_tests.resize(lib.tests.size());
    lib.not_compared.resize(lib.tests.size());
    for (std::size_t i = 0; i < lib.tests.size(); ++i) {
        sdk::test_data& t = lib.tests[i];
        std::string& why = lib.not_compared[i];
        const bool only = lib.tests.size() == 1 && old->tests.size() == 1;
        const auto of = !name.empty() ? named
                        : only        ? std::optional(std::size_t{0})
                                      : test_named(*old, t.name);
        if (!of) {
            why = fmt::format(
                "{} is left out: {} has no test of this name. Name the one to compare it with, "
                "--against {}:NAME.",
                t.name, file, file);
            continue;
        }
        const sdk::test_data& other = old->tests[*of];
        const std::string different = declared_otherwise(t, other);
        if (same_file && name == t.name)
            why = fmt::format("{} itself is not compared.", t.name);
        else if (!different.empty())
            why =
                fmt::format("{} cannot be compared with {} in {}, which is declared otherwise: {}.",
                            t.name, other.name, file, different);
        else if (!other.mistake.empty())
            why = fmt::format("{} cannot be compared with {} in {}. {}", t.name, other.name, file,
                              other.mistake);
        if (!why.empty()) {
            if (name.empty()) throw user_error(why);
            continue;
        }
        lib.old_tests[i] = *of;
        t.old_kernel = fmt::format("{} in {}", other.name, file);
        make_answer(t);
        keep_to_both(t, other);
    }
    if (std::ranges::none_of(lib.not_compared, &std::string::empty))
        throw user_error(fmt::format("Nothing of {} can be compared. {}", b.source.string(),
                                     lib.not_compared.front()));
    for (sdk::test_data& t : old->tests) {
        make_answer(t);
        t.old_kernel = t.name;
    }
    for (auto& [device, digest] : lib.digests) digest += old->digests.at("cpu");
    lib.old = std::move(old);
}

}  // namespace

file_and_test read_against(const std::string& against) {
    const std::size_t colon = against.rfind(':');
    std::error_code unknown;
    if (colon == std::string::npos || fs::exists(against, unknown)) return {against, ""};
    return {against.substr(0, colon), against.substr(colon + 1)};
}

user_library load_user(const user_build& b) try {
    std::error_code error;
    if (b.ready.empty()) fs::create_directories(b.cache, error);
    if (error)
        throw user_error(
            fmt::format("The folder {} cannot be made: {}.", b.cache.string(), error.message()));
    const std::uint64_t most = largest_cache();
    user_library loaded = loader(b).load();
    if (!b.against.empty()) set_against(loaded, b);
    if (loaded.compiled) keep_within(b.cache, most);
    return loaded;
} catch (const user_error&) {
    throw;
} catch (const std::runtime_error& e) {
    throw user_error(e.what());
}

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

}  // namespace tileproof::compiler
