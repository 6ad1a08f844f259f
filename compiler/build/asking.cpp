// SPDX-License-Identifier: MIT
// Loaded into a compiler (LD_PRELOAD), it writes down what the compiler asks this machine: files that are there and that are
// not, folders, variables of the environment. Each question once, in the file that TILEPROOF_ASKED names, each ended by
// a zero byte:
//
//   o/usr/include/stdio.h    opened for reading      x/usr/local/include/stdio.h    asked whether it is there, and what it is
//   d/usr/lib/gcc            listed                  l/usr/bin/clang++-19           where the link leads
//   eCPATH                   of the environment
//
// asked_before.hpp says what the answers are today.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_set>

namespace {

void note(char kind, const char* name) {
    thread_local bool noting = false;
    if (noting || !name) return;
    noting = true;
    static std::mutex mutex;
    static std::unordered_set<std::string> known;
    static const int file = [] {
        const char* const path = ::getenv("TILEPROOF_ASKED");
        return path ? ::open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    }();
    std::string line(1, kind);
    char folder[PATH_MAX];
    if (kind != 'e' && *name != '/' && ::getcwd(folder, sizeof folder))
        line.append(folder).append(1, '/');
    line.append(name).push_back('\0');
    {
        const std::lock_guard lock(mutex);
        if (file >= 0 && known.insert(line).second) (void)!::write(file, line.data(), line.size());
    }
    noting = false;
}

template <class Function>
Function* next(Function*, const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
void note_opened(const char* name, int flags) {
    if ((flags & O_ACCMODE) == O_RDONLY) note('o', name);
}

}  // namespace

// `real` is the function of the C library.
#define ASKED(result, name, parameters)                                        \
    extern "C" __attribute__((visibility("default"))) result name parameters { \
        static const auto real = next(&::name, #name);

#define ASKED_OPEN(name)                                 \
    ASKED(int, name, (const char* path, int flags, ...)) \
    note_opened(path, flags);                            \
    std::va_list more;                                   \
    va_start(more, flags);                               \
    const mode_t mode = va_arg(more, mode_t);            \
    va_end(more);                                        \
    return real(path, flags, mode);                      \
    }
ASKED_OPEN(open)
ASKED_OPEN(open64)
#define ASKED_FOPEN(name)                                    \
    ASKED(FILE*, name, (const char* path, const char* mode)) \
    if (*mode == 'r') note('o', path);                       \
    return real(path, mode);                                 \
    }
ASKED_FOPEN(fopen)
ASKED_FOPEN(fopen64)
#define ASKED_STAT(name, status)                               \
    ASKED(int, name, (const char* path, struct status* about)) \
    note('x', path);                                           \
    return real(path, about);                                  \
    }
ASKED_STAT(stat, stat)
ASKED_STAT(stat64, stat64)
ASKED_STAT(lstat, stat)
ASKED_STAT(lstat64, stat64)
ASKED(int, access, (const char* path, int mode))
note('x', path);
return real(path, mode);
}
ASKED(DIR*, opendir, (const char* path))
note('d', path);
return real(path);
}
ASKED(ssize_t, readlink, (const char* path, char* to, size_t bytes))
note('l', path);
return real(path, to, bytes);
}
ASKED(char*, realpath, (const char* path, char* to))
note('l', path);
return real(path, to);
}
ASKED(char*, getenv, (const char* name))
note('e', name);
return real(name);
}
