#include "properties/campaign/shared_case.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <system_error>

namespace tileproof::properties {
namespace {

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

}  // namespace

void shared_case::begin(std::int64_t case_index) {
    text_length = still_generated;
    note[0] = '\0';
    index = case_index;
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

shared_case_memory::shared_case_memory() {
    void* memory = mmap(nullptr, sizeof(shared_case), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::system_error(errno, std::generic_category(),
                                "No memory to share with a worker process");
    case_ = new (memory) shared_case;
}

shared_case_memory::~shared_case_memory() { munmap(case_, sizeof(shared_case)); }

}  // namespace tileproof::properties
