// SPDX-License-Identifier: MIT
// Programs that end, or leave their process, in a way that no destructor and no handler sees, after a race in line 18.
#include <fcntl.h>
#include <hip/hip_runtime.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

namespace {

__global__ void same(int* p) { *p = threadIdx.x; }

void race() {
    int* p = nullptr;
    (void)hipMalloc(&p, 256);
    same<<<1, 32>>>(p);
    (void)hipFree(p);
}

int in_child(const std::function<void()>& work, bool waits) {
    if (fork() != 0) return waits ? wait(nullptr) < 0 : 0;
    work();
    _exit(0);
}

// A program that is careful about descriptors finds those that it opens where it expects them.
int closes_all() {
    for (int i = 3; i < 1000; ++i) close(i);
    race();
    if (open("own", O_RDWR | O_CREAT, 0600) != 3) return 9;
    for (int i = 4; i < 100; ++i)
        if (dup2(3, i) != i) return 9;
    race();
    _exit(lseek(3, 0, SEEK_END) != 0 ? 9 : 0);
}

const std::map<std::string, std::function<int()>> ways{
    {"_exit", [] { return race(), _exit(0), 0; }},
    {"_exit_3", [] { return race(), _exit(3), 0; }},
    {"exit_group", [] { return race(), static_cast<int>(syscall(SYS_exit_group, 0)); }},
    {"quick_exit", [] { return race(), std::quick_exit(0), 0; }},
    {"exec", [] { return race(), execlp("true", "true", nullptr); }},
    {"kill", [] { return race(), raise(SIGKILL); }},
    {"daemon", [] { return daemon(0, 0) != 0 ? 9 : (usleep(300000), race(), 0); }},
    {"own_handler",
     [] {
         std::signal(SIGSEGV, [](int) { _exit(0); });
         return race(), raise(SIGSEGV);
     }},
    {"child", [] { return in_child(race, true); }},
    {"child_exits", [] { return in_child([] { race(), std::exit(0); }, true); }},
    {"child_left", [] { return in_child([] { usleep(300000), race(); }, false); }},
    {"child_does_nothing", [] { return race(), in_child([] { std::exit(0); }, true); }},
    {"chdir", [] { return race(), chdir("/"); }},
    {"no_environment", [] { return clearenv(), race(), _exit(0), 0; }},
    {"closes_all", closes_all},
};

}  // namespace

int main(int, char** words) { return ways.at(words[1])(); }
