// SPDX-License-Identifier: MIT
// A GPU as a device: the common part of hip and cuda, in HIP's terms. Include it once in each device's device.cpp,
// with that device's <hip/hip_runtime.h> first on the include path.
//
//   class cuda_type final : public gpu_device { ... name(), description(), kernels() ... };
//
// Two properties of GPU runtimes shape it.
// - A runtime that was started cannot be used by children forked afterwards, and checks run in forked children. So status()
//   queries it in a child process and caches the answer: the parent never starts the runtime. A process that starts it and
//   then forks gets a sentence instead of a hang or error 3.
// - hipMalloc and hipFree cost more than a small kernel and wait for the whole GPU, so memory goes back to a pool.
//
// Threads do not wait for each other: the default stream is that of the calling thread (on_stream() in
// kernels/launch.hpp), and small copies use the thread's pinned memory, which makes them asynchronous.
//
// After a GPU fault the runtime of this process is useless; every later call throws its error.
#pragma once

#include <hip/hip_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "devices/device.hpp"

namespace tileproof::devices {
namespace {

class gpu_device : public device {
  public:
    availability status() const override {
        std::call_once(asked_, [this] { answer_ = ask_in_child(); });
        return answer_;
    }
    // The architecture to compile for: "gfx1100", "90"; empty if the GPU is absent.
    std::string architecture() const {
        (void)status();
        return architecture_;
    }
    // `work` may launch on the default stream of all threads, which does not start before this thread's copies have
    // ended; run() waits for it.
    void run(const std::function<void()>& work) override {
        start();
        wait("A copy failed");
        work();
        check(hipStreamSynchronize(nullptr), "A kernel failed");
    }
    void copy_in(void* to, const void* from, std::size_t bytes) override {
        if (!bytes) return;
        start();
        if (void* const pinned = staged(bytes)) from = std::memcpy(pinned, from, bytes);
        check(hipMemcpyAsync(to, from, bytes, hipMemcpyHostToDevice, hipStreamPerThread),
              "A copy to the device failed");
    }
    void copy_out(void* to, const void* from, std::size_t bytes) override {
        if (!bytes) return;
        start();
        void* const pinned = staged(bytes);
        check(hipMemcpyAsync(pinned ? pinned : to, from, bytes, hipMemcpyDeviceToHost,
                             hipStreamPerThread),
              "A copy from the device failed");
        wait("A copy from the device failed");
        if (pinned) std::memcpy(to, pinned, bytes);
    }
    void fill(void* at, std::uint8_t value, std::size_t bytes) override {
        if (!bytes) return;
        start();
        check(hipMemsetAsync(at, value, bytes, hipStreamPerThread), "Filling device memory failed");
    }
    void synchronize() override {
        start();
        wait("A kernel or copy failed");
        check(hipGetLastError(), "A launch failed");
    }

  protected:
    virtual std::string architecture_of(const hipDeviceProp_t&) const = 0;
    // Why this build has no code for that GPU; empty if it has.
    virtual std::string lack_of_code(const hipDeviceProp_t&) const = 0;

    //  front margin, a multiple of the alignment | bytes | back margin | in one pooled block.
    allocation acquire(const buffer_request& request) override {
        start();
        const std::size_t alignment = std::max<std::size_t>(request.alignment, 1);
        const std::size_t front = (request.margin + alignment - 1) / alignment * alignment;
        const std::size_t wanted = front + request.bytes + request.margin + alignment;
        if (wanted < request.bytes) throw out_of_memory(request.bytes, "the size overflows");
        const std::size_t size = pooled_size(wanted);
        void* base = take(size);
        if (!base) {
            hipError_t error = hipMalloc(&base, size);
            if (error != hipSuccess) {
                (void)hipGetLastError();
                empty_pool();
                error = hipMalloc(&base, size);
            }
            if (error != hipSuccess) {
                (void)hipGetLastError();
                throw out_of_memory(request.bytes, hipGetErrorString(error));
            }
        }
        const auto address = reinterpret_cast<std::uintptr_t>(base);
        const std::uintptr_t data = (address + front + alignment - 1) / alignment * alignment;
        {
            const std::lock_guard lock(mutex_);
            sizes_[base] = size;
        }
        return {reinterpret_cast<void*>(data), base, data - address,
                std::min(size - (data - address) - request.bytes, request.margin)};
    }
    void release(void* handle) noexcept override {
        std::size_t size = 0;
        {
            const std::lock_guard lock(mutex_);
            const auto found = sizes_.find(handle);
            if (found == sizes_.end()) return;
            size = found->second;
            sizes_.erase(found);
        }
        // Freeing a large block serves requests of any size; pooling it only those of the same size.
        if (size > most_pooled || !started_here()) {
            (void)hipFree(handle);
            return;
        }
        // The block may go to another thread, which does not wait for work that this thread has started.
        (void)hipStreamSynchronize(hipStreamPerThread);
        const std::lock_guard lock(mutex_);
        pool_[size].push_back(handle);
    }

  private:
    static constexpr std::size_t most_pooled = std::size_t{64} << 20;
    static constexpr std::size_t staging_bytes = std::size_t{1} << 20;

    // Pinned memory for pending copies of the calling thread. It outlives the thread: there are as many threads as
    // cases in flight.
    struct staging {
        std::byte* memory = nullptr;
        std::size_t used = 0;
    };
    static staging& own_staging() {
        thread_local staging own;
        return own;
    }
    // Null: the copy is too large, or there is no pinned memory. Then the copy is slower but still correct.
    void* staged(std::size_t bytes) {
        staging& own = own_staging();
        if (bytes > staging_bytes) return nullptr;
        if (!own.memory &&
            hipHostMalloc(reinterpret_cast<void**>(&own.memory), staging_bytes, 0) != hipSuccess) {
            (void)hipGetLastError();
            return nullptr;
        }
        if (bytes > staging_bytes - own.used) wait("A copy failed");
        return own.memory + std::exchange(own.used, own.used + bytes);
    }
    // Waits for what the calling thread has started.
    void wait(const char* what) {
        own_staging().used = 0;
        check(hipStreamSynchronize(hipStreamPerThread), what);
    }

    static std::size_t pooled_size(std::size_t wanted) {
        return wanted > most_pooled ? wanted : std::bit_ceil(std::max<std::size_t>(wanted, 1024));
    }
    void* take(std::size_t size) {
        const std::lock_guard lock(mutex_);
        const auto found = pool_.find(size);
        if (found == pool_.end() || found->second.empty()) return nullptr;
        void* const block = found->second.back();
        found->second.pop_back();
        return block;
    }
    void empty_pool() {
        const std::lock_guard lock(mutex_);
        for (auto& [size, blocks] : pool_) {
            for (void* block : blocks) (void)hipFree(block);
            blocks.clear();
        }
    }
    kernels::device_error out_of_memory(std::size_t bytes, const std::string& why) const {
        return kernels::device_error("Device " + std::string(name()) + " could not allocate " +
                                     std::to_string(bytes) + " bytes: " + why + ".");
    }
    void check(hipError_t error, const char* what) const {
        if (error != hipSuccess)
            throw kernels::device_error(std::string(what) + " on device " + std::string(name()) +
                                        ": " + hipGetErrorString(error) + ".");
    }

    bool started_here() const { return starter_ == getpid(); }
    // Every use of the runtime passes through here.
    void start() {
        if (started_here()) return;
        const std::lock_guard lock(mutex_);
        if (started_here()) return;
        if (starter_ != 0)
            throw kernels::device_error(
                "Device " + std::string(name()) +
                " was used by this process's parent before it forked; a GPU's runtime does not "
                "survive a fork. Fork first, use the device afterwards.");
        int count = 0;
        const hipError_t error = hipGetDeviceCount(&count);
        if (error != hipSuccess || count == 0)
            throw kernels::device_error(
                "Device " + std::string(name()) + " is not there: " +
                (error != hipSuccess ? hipGetErrorString(error) : "no GPU") + ".");
        starter_ = getpid();
    }

    // The answer of a process that may use the runtime: "+", the GPU's architecture, a newline and its name; or a
    // reason.
    std::string ask() const {
        int count = 0;
        const hipError_t error = hipGetDeviceCount(&count);
        if (error != hipSuccess) return hipGetErrorString(error);
        if (count == 0) return "no GPU";
        hipDeviceProp_t properties;
        if (const hipError_t e = hipGetDeviceProperties(&properties, 0); e != hipSuccess)
            return hipGetErrorString(e);
        if (const std::string no = lack_of_code(properties); !no.empty())
            return std::string(properties.name) + no;
        return "+" + architecture_of(properties) + '\n' + properties.name;
    }
    availability ask_in_child() const {
        int ends[2];
        if (pipe(ends) != 0)
            return {false, std::string("No pipe to ask the runtime through: ") +
                               std::strerror(errno) + "."};
        const pid_t child = fork();
        if (child < 0)
            return {false,
                    std::string("No process to ask the runtime in: ") + std::strerror(errno) + "."};
        if (child == 0) {
            const std::string words = ask();
            const ssize_t written = write(ends[1], words.data(), words.size());
            _exit(written == static_cast<ssize_t>(words.size()) ? 0 : 1);
        }
        close(ends[1]);
        std::string answer;
        char part[256];
        for (;;) {
            const ssize_t got = read(ends[0], part, sizeof part);
            if (got > 0) answer.append(part, static_cast<std::size_t>(got));
            if (got == 0 || (got < 0 && errno != EINTR)) break;
        }
        close(ends[0]);
        int ended = 0;
        while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
        }
        if (const std::size_t line = answer.find('\n');
            answer.starts_with('+') && line != answer.npos) {
            architecture_ = answer.substr(1, line - 1);
            return {true, answer.substr(line + 1)};
        }
        if (answer.empty()) answer = "its runtime ended the process that asked";
        return {false, "Device " + std::string(name()) + " is not there: " + answer + "."};
    }

    mutable std::once_flag asked_;
    mutable availability answer_;
    mutable std::string architecture_;
    std::atomic<pid_t> starter_{0};  // the process that started the runtime
    std::mutex mutex_;
    std::map<std::size_t, std::vector<void*>> pool_;
    std::map<void*, std::size_t> sizes_;
};

}  // namespace
}  // namespace tileproof::devices
