// SPDX-License-Identifier: MIT
// Memory that another process opens is the same memory, until it is freed.
#include <gtest/gtest.h>
#include <hip/hip_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

namespace tileproof::devices {
namespace {

constexpr std::size_t count = 3000;

struct process {
    template <class F>
    explicit process(const F& work) : id(fork()) {
        if (id == 0) _exit(work() ? 0 : 1);
    }
    bool is_well() const {
        int status = -1;
        return waitpid(id, &status, 0) == id && status == 0;
    }
    const pid_t id;
};
struct words {
    words() { EXPECT_EQ(pipe(ends), 0); }
    ~words() { close(ends[0]), close(ends[1]); }
    words(const words&) = delete;
    words& operator=(const words&) = delete;
    bool say() const { return write(ends[1], "x", 1) == 1; }
    bool hear() const {
        char c;
        return read(ends[0], &c, 1) == 1;
    }
    int ends[2];
};
int* shared(hipIpcMemHandle_t& handle) {
    int* p = nullptr;
    EXPECT_EQ(hipMalloc(&p, count * sizeof(int)), hipSuccess);
    EXPECT_EQ(hipMemsetD32(p, 5, count), hipSuccess);
    EXPECT_EQ(hipIpcGetMemHandle(&handle, p), hipSuccess);
    return p;
}
int at(const int* p) {
    int value = -1;
    (void)hipMemcpy(&value, p, sizeof value, hipMemcpyDeviceToHost);
    return value;
}
int* opened(const hipIpcMemHandle_t& handle) {
    void* p = nullptr;
    return hipIpcOpenMemHandle(&p, handle, hipIpcMemLazyEnablePeerAccess) ? nullptr
                                                                          : static_cast<int*>(p);
}

TEST(HipIpc, SharesMemoryWithAnotherProcess) {
    hipIpcMemHandle_t handle, of_part;
    int* const p = shared(handle);
    ASSERT_EQ(hipIpcGetMemHandle(&of_part, p + 100), hipSuccess);
    const process other([&] {
        int* const q = opened(handle);
        bool well = q && opened(handle) == q && at(q) == 5 && at(q + count - 1) == 5;
        well = well && hipMemsetD32(q + 100, 6, 1) == hipSuccess;
        well = well && hipMemset(q, 0, count * sizeof(int) + 1) == hipErrorInvalidValue;
        well = well && hipIpcCloseMemHandle(q) == hipSuccess && at(q) == 5;
        return well && hipIpcCloseMemHandle(q) == hipSuccess && at(q) == -1;
    });
    EXPECT_TRUE(other.is_well());
    EXPECT_EQ(at(p + 100), 6);
    EXPECT_EQ(at(p + 99), 5);
    const process third([&] {
        const int *const q = opened(handle), *const part = opened(of_part);
        return q && part && at(part) == 6 && at(q + 99) == 5;
    });
    EXPECT_TRUE(third.is_well());
    EXPECT_EQ(hipFree(p), hipSuccess);
}

TEST(HipIpc, EndsWhenTheMemoryIsFreed) {
    hipIpcMemHandle_t handle, next;
    int* const p = shared(handle);
    const words is_open, is_freed;
    const process other([&] {
        int* const q = opened(handle);
        return is_open.say() && is_freed.hear() && at(q) == 5;
    });
    ASSERT_TRUE(is_open.hear());
    ASSERT_EQ(hipFree(p), hipSuccess);
    int* const again = shared(next);
    EXPECT_EQ(again, p);  // pooled
    EXPECT_NE(std::memcmp(&handle, &next, sizeof next), 0);
    ASSERT_EQ(hipMemsetD32(again, 7, count), hipSuccess);
    ASSERT_TRUE(is_freed.say());
    EXPECT_TRUE(other.is_well());
    EXPECT_TRUE(process([&] { return !opened(handle) && at(opened(next)) == 7; }).is_well());
    EXPECT_EQ(hipFree(again), hipSuccess);
}

TEST(HipIpc, WithWrongArgumentsGivesTheErrorOfHip) {
    hipIpcMemHandle_t handle{}, none{};
    int *const p = shared(handle), on_the_stack = 0, *pinned = nullptr;
    ASSERT_EQ(hipHostMalloc(&pinned, 64), hipSuccess);
    void* made = nullptr;
    constexpr unsigned lazy = hipIpcMemLazyEnablePeerAccess;
    const struct {
        hipError_t expected, given;
        const char* call;
    } calls[] = {
#define CALL(expected, ...) {hipError##expected, __VA_ARGS__, #__VA_ARGS__}
        CALL(InvalidValue, hipIpcGetMemHandle(nullptr, p)),
        CALL(InvalidValue, hipIpcGetMemHandle(&none, nullptr)),
        CALL(InvalidValue, hipIpcGetMemHandle(&none, &on_the_stack)),
        CALL(InvalidValue, hipIpcGetMemHandle(&none, pinned)),
        CALL(InvalidValue, hipIpcGetMemHandle(&none, p + count)),
        CALL(InvalidValue, hipIpcOpenMemHandle(nullptr, handle, lazy)),
        CALL(InvalidValue, hipIpcOpenMemHandle(&made, handle, 0)),
        CALL(InvalidContext, hipIpcOpenMemHandle(&made, handle, lazy)),  // of this process
        CALL(InvalidDevicePointer, hipIpcOpenMemHandle(&made, none, lazy)),
        CALL(InvalidValue, hipIpcCloseMemHandle(p)),
        CALL(InvalidValue, hipIpcCloseMemHandle(nullptr)),
#undef CALL
    };
    for (const auto& c : calls) EXPECT_EQ(c.given, c.expected) << c.call;
    (void)hipFree(p), (void)hipHostFree(pinned), (void)hipGetLastError();
}

}  // namespace
}  // namespace tileproof::devices
