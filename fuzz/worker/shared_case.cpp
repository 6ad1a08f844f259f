// SPDX-License-Identifier: MIT
#include "fuzz/worker/shared_case.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <ucontext.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <system_error>

#include "devices/running_blocks.hpp"
#include "devices/stack_end.hpp"
#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/worker/worker_process.hpp"
#include "system/process.hpp"

namespace tileproof::fuzz {
namespace {

shared_case* first_record = nullptr;
thread_local shared_case* own_record = nullptr;

// Bit 1 of the page fault's error code says whether the access was a write (Intel SDM, vol. 3, 4.7).
bool was_write([[maybe_unused]] void* context) {
#if defined(__x86_64__)
    return static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
    return false;
#endif
}

// Replaces the case's note, in a handler that must not allocate: "stack 131072 0".
void note_end_of_stack(char* note, std::size_t bytes) {
    char digits[24];
    std::size_t count = 0;
    for (; bytes > 0; bytes /= 10) digits[count++] = static_cast<char>('0' + bytes % 10);
    for (const char c : properties::end_of_stack) *note++ = c;
    while (count > 0) *note++ = digits[--count];
    *note = '\0';
}

const void* program_counter([[maybe_unused]] void* context) {
#if defined(__x86_64__)
    return reinterpret_cast<const void*>(
        static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
    return nullptr;
#endif
}

void on_fault(int signal, siginfo_t* info, void* context) {
    shared_case& record = own_record ? *own_record : *first_record;
    record.fault_of_host = !devices::running_blocks;
    record.fault_file[0] = '\0';
    // What another signal calls the address is that of its instruction. Of an address that is not aligned as its
    // instruction needs, or that cannot be one, the processor says nothing.
    record.fault_has_address =
        (signal == SIGSEGV || signal == SIGBUS) && info->si_code != SI_KERNEL;
    if (signal == SIGABRT) {  // no access, and nowhere in the user's code
        record.fault_signal = signal;
        return;
    }
    const void* const at = program_counter(context);
    if (Dl_info code{}; record.fault_of_host && at && dladdr(at, &code) && code.dli_fname) {
        std::strncpy(record.fault_file, code.dli_fname, sizeof record.fault_file - 1);
        record.fault_code =
            reinterpret_cast<std::uint64_t>(at) - reinterpret_cast<std::uint64_t>(code.dli_fbase);
    }
    record.fault_was_write = was_write(context);
    record.fault_address = reinterpret_cast<std::uint64_t>(info->si_addr);
    record.fault_signal = signal;
    if (const std::size_t bytes = devices::stack_ended_at(info->si_addr))
        note_end_of_stack(record.note, bytes);
    std::signal(signal, SIG_DFL);  // the instruction is repeated, and this time ends the process
}

namespace fs = std::filesystem;

constexpr auto longest_kept = std::chrono::days(30);

// Adds the case of one thread, if there is one.
void read_case(const shared_case& shared, lost_cases& into) {
    const std::int64_t length = shared.text_length;
    if (shared.mark != shared_case::mark_of_version || shared.started_ns == 0 || length <= 0 ||
        length > static_cast<std::int64_t>(shared_case::text_size))
        return;
    try {
        nlohmann::json the_case =
            parse_bounded(std::string_view(shared.text, static_cast<std::size_t>(length)));
        if (!the_case.is_object()) return;
        into.cases.push_back(std::move(the_case));
        into.property.assign(shared.property, strnlen(shared.property, shared_case::name_size));
    } catch (const std::exception&) {  // not one of ours
    }
}

}  // namespace

namespace fs = std::filesystem;

namespace {

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// The folders that this process has made for its files, deepest first, so that it leaves no empty ones.
std::vector<fs::path>& folders_made_here() {
    static std::vector<fs::path> all;
    return all;
}

void make_folders(const fs::path& folder) {
    std::error_code error;
    if (folder.empty() || fs::exists(folder, error)) return;
    make_folders(folder.parent_path());
    if (fs::create_directory(folder, error))
        folders_made_here().insert(folders_made_here().begin(), folder);
}

}  // namespace

void shared_case::begin(std::string_view property_name, std::int64_t case_index) {
    text_length = still_generated;
    const bool fits = property_name.size() < name_size;
    if (fits) std::memcpy(property, property_name.data(), property_name.size());
    property[fits ? property_name.size() : 0] = '\0';
    note[0] = '\0';
    index = case_index;
    processor_seconds = system::own_processor_seconds();
    launch_time.reset();
    started_ns = now_ns();
}

void shared_case::record(std::string_view case_text) {
    if (case_text.size() > text_size) {
        text_length = too_long;
        return;
    }
    std::memcpy(text, case_text.data(), case_text.size());
    text_length = static_cast<std::int64_t>(case_text.size());
}

void shared_case::end() { started_ns = 0; }

double shared_case::seconds_running() const {
    const std::int64_t started = started_ns;
    return started == 0 ? 0 : static_cast<double>(now_ns() - started) * 1e-9;
}

// A descriptor of a new, locked file with room for the cases; -1, and a sentence in problem_, on failure.
int shared_case_memory::open_file(const fs::path& folder, std::size_t bytes) {
    static int files = 0;
    // The name cannot be guessed, and an existing file or link is never reused.
    std::uint64_t number = 0;
    (void)!getrandom(&number, sizeof number, 0);
    path_ = folder / fmt::format("{}-{}-{:016x}.case", getpid(), ++files, number);
    int fd = -1;
    for (int attempt = 0; fd < 0 && attempt < 2; ++attempt) {  // another run may delete the folder
        make_folders(folder);
        fd = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    }
    int failed = fd < 0 ? errno : 0;
    if (!failed && flock(fd, LOCK_EX | LOCK_NB) != 0) failed = errno;
    // Allocates the space now, so that a write to memory never meets a full disk.
    if (!failed) failed = posix_fallocate(fd, 0, static_cast<off_t>(bytes));
    if (!failed) return fd;
    problem_ = fmt::format(
        "The running case cannot be kept in '{}': {}. If this process is killed, the case that "
        "runs then is not known.",
        path_.string(), std::generic_category().message(failed));
    if (fd >= 0) {
        unlink(path_.c_str());
        close(fd);
    }
    path_.clear();
    return -1;
}

shared_case_memory::shared_case_memory(std::size_t threads, const fs::path& folder) {
    const std::size_t bytes = threads * sizeof(shared_case);
    if (!folder.empty()) file_ = open_file(folder, bytes);
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_SHARED | (file_ < 0 ? MAP_ANONYMOUS : 0), file_, 0);
    if (memory == MAP_FAILED)
        throw std::system_error(errno, std::generic_category(),
                                "No memory to share with a worker process");
    cases_ = {new (memory) shared_case[threads], threads};
}

shared_case_memory::~shared_case_memory() {
    munmap(cases_.data(), cases_.size_bytes());
    if (file_ < 0) return;
    unlink(path_.c_str());
    close(file_);
    rmdir(path_.parent_path().c_str());  // if it is empty, whoever made it
    std::erase_if(folders_made_here(),
                  [](const fs::path& made) { return rmdir(made.c_str()) == 0 || errno == ENOENT; });
}

// The signal handler of a worker child: records where the fault happened, then lets it take its course.
//
// A fault is recorded in the slot of its thread; if the thread has none, for instance one that runs a kernel's block,
// in the first slot.

void record_faults_in(shared_case& shared) {
    // A stack overflow leaves no room for the handler on its own stack.
    constexpr std::size_t stack_size = 1 << 16;
    stack_t stack{};
    stack.ss_sp = std::malloc(stack_size);
    stack.ss_size = stack_size;
    if (stack.ss_sp) sigaltstack(&stack, nullptr);
    own_record = &shared;
    if (first_record) return;

    first_record = &shared;
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(signal, &action, nullptr);
}

std::vector<lost_cases> find_lost_cases(const fs::path& folder) {
    std::vector<lost_cases> lost;
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".case") files.push_back(it->path());
    std::ranges::sort(files);
    for (const fs::path& file : files) {
        const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (fd < 0) continue;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
            lost_cases found{file, "", {}};
            const auto shared = std::make_unique<shared_case>();
            void* const bytes = static_cast<void*>(shared.get());
            while (read(fd, bytes, sizeof(shared_case)) ==
                   static_cast<ssize_t>(sizeof(shared_case)))
                read_case(*shared, found);
            // Nobody will ask again for something deleted or renamed since.
            const bool forgotten =
                fs::last_write_time(file, error) < fs::file_time_type::clock::now() - longest_kept;
            if (found.cases.empty() || forgotten)
                fs::remove(file, error);
            else
                lost.push_back(std::move(found));
        }
        close(fd);
    }
    rmdir(folder.c_str());  // if it is empty
    return lost;
}

}  // namespace tileproof::fuzz
