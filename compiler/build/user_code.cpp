// SPDX-License-Identifier: MIT
#include "compiler/build/user_code.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include "compiler/build/test_data_json.hpp"
#include "compiler/build/user_library.hpp"
#include "devices/device.hpp"
#include "devices/gpu/architecture.hpp"
#include "system/process.hpp"
#include "system/sandbox.hpp"
#include "system/source_line.hpp"
#include "system/text.hpp"

namespace tileproof::compiler {
namespace {

namespace fs = std::filesystem;
using launch_function = std::function<void(const sdk::call&)>;

constexpr double longest_load = 20;              // seconds
constexpr std::size_t most_declared = 4u << 20;  // bytes
constexpr std::size_t most_shown = 400;          // of its output
constexpr char told = '+', refused = '-';        // first character of the text

// The errors of a GPU copy's launches are queried from that copy, which may have its own runtime.
launch_function telling_errors(launch_function launch, const char* (*error)()) {
    return [launch = std::move(launch), error](const sdk::call& c) {
        launch(c);
        if (const char* const wrong = error())
            throw kernels::device_error(fmt::format("The launch failed: {}.", wrong));
    };
}

struct loaded_copy {
    std::vector<sdk::test_data> tests;
    void* code = nullptr;
};

loaded_copy load(const compiled_copy& copy) {
    void* const code = dlopen(fs::absolute(copy.library).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!code)
        throw user_error(fmt::format("{} cannot be loaded: {}.", copy.source.string(), dlerror()));
    using function = const void* (*)();
    const auto tests = reinterpret_cast<function>(dlsym(code, "tileproof_kernel_tests"));
    if (!tests)
        throw user_error(
            fmt::format("{} declares no kernel test: include <tileproof/kernel_test.hpp> and "
                        "declare one.",
                        copy.source.string()));
    auto all = *static_cast<const std::vector<sdk::test_data>*>(tests());
    if (!devices::is_gpu(copy.device)) return {std::move(all), code};
    const auto error = reinterpret_cast<const char* (*)()>(dlsym(code, "tileproof_launch_error"));
    for (sdk::test_data& t : all) t.launch = telling_errors(std::move(t.launch), error);
    return {std::move(all), code};
}

// Memory of fixed size shared by two processes; whatever the other one writes to it is bounded.
class shared_text {
  public:
    shared_text() : file_(memfd_create("declarations", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
        if (file_ < 0 || ftruncate(file_, most_declared) != 0 ||
            fcntl(file_, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
            throw user_error(fmt::format("No memory can be shared with a child process: {}.",
                                         std::strerror(errno)));
    }
    ~shared_text() { close(file_); }
    shared_text(const shared_text&) = delete;
    shared_text& operator=(const shared_text&) = delete;

    int descriptor() const { return file_; }
    // False: it is too long.
    bool write(char first, const std::string& text) const {
        return text.size() + 2 <= most_declared &&
               pwrite(file_, text.data(), text.size(), 1) == std::ssize(text) &&
               pwrite(file_, &first, 1, 0) == 1;
    }
    std::string read() const {
        std::string text, part(std::size_t{1} << 14, '\0');
        for (std::size_t length = part.size(); length == part.size();) {
            const ssize_t n = pread(file_, part.data(), part.size(), std::ssize(text));
            length = n > 0 ? strnlen(part.data(), static_cast<std::size_t>(n)) : 0;
            text.append(part, 0, length);
        }
        return text;
    }

  private:
    const int file_;
};

// In the child.
void declare(const compiled_copy& copy, const shared_text& to) {
    try {
        if (to.write(told, text_of_tests(load(copy).tests))) return;
        to.write(refused, fmt::format("{} declares more than can be told.", copy.source.string()));
    } catch (const user_error& e) {
        to.write(refused, e.what());
    } catch (const std::exception& e) {
        to.write(refused, fmt::format("{} throws an exception while it is loaded: {}",
                                      copy.source.string(), system::cut(e.what(), most_shown)));
    } catch (...) {
        to.write(refused,
                 fmt::format("{} throws something that is no std::exception while it is loaded.",
                             copy.source.string()));
    }
}

std::string what_ended_it(const system::result& r) {
    switch (r.how.what) {
        case system::ending::kind::exit:
            return fmt::format("ended its process with exit code {}", r.how.number);
        case system::ending::kind::signal:
            return fmt::format("ended its process by signal {} ({})", r.how.number,
                               strsignal(r.how.number));
        default:
            return fmt::format("had not been loaded after {} s", longest_load);
    }
}

}  // namespace

std::string line_of_user(const std::vector<const void*>& called_from) {
    return system::first_line_of_user(called_from);
}

struct user_code::in_this_process {
    std::once_flag once;
    std::vector<sdk::test_data> tests;
    std::optional<data_as_loaded> data;  // of a cpu device
};

struct user_code::declaring {
    explicit declaring(const compiled_copy& copy)
        : child({.body =
                     [&] {
                         system::guard_signals(getppid());
                         declare(copy, to);
                     },
                 .keeps = {to.descriptor()},
                 .confined = true,
                 .seconds = longest_load}) {}
    const shared_text to;
    system::process child;
};

user_code::user_code(compiled_copy c)
    : copy_(std::move(c)), here_(std::make_unique<in_this_process>()) {}
user_code::~user_code() = default;

void user_code::start_declaring() const { declaring_ = std::make_unique<declaring>(copy_); }

std::vector<sdk::test_data> user_code::declared() const {
    if (!declaring_) start_declaring();
    const auto asked = std::move(declaring_);
    const system::result r{asked->child.wait(longest_load), asked->child.take_output()};
    const std::string text = asked->to.read();
    if (text.starts_with(refused)) throw user_error(text.substr(1));
    if (r.how.well() && text.starts_with(told)) try {
            return tests_of_text(std::string_view(text).substr(1));
        } catch (const std::exception&) {
            throw user_error(fmt::format("{} wrote over what it declares while it was loaded.",
                                         copy_.source.string()));
        }
    const std::string printed = system::visible(system::cut(r.output, most_shown));
    throw user_error(fmt::format(
        "{} {} while it was loaded, before a kernel ran: look at its static variables and their "
        "constructors.{}{}",
        copy_.source.string(), what_ended_it(r), printed.empty() ? "" : " It printed: ", printed));
}

const std::vector<sdk::test_data>& user_code::loaded() const {
    std::call_once(here_->once, [&] {
        loaded_copy made = load(copy_);
        here_->tests = std::move(made.tests);
        if (!devices::is_gpu(copy_.device)) here_->data.emplace(made.code);
    });
    return here_->tests;
}

void user_code::forget_cases() const {
    if (here_->data) here_->data->restore();
}

}  // namespace tileproof::compiler
