// SPDX-License-Identifier: MIT
// Loaded into a compiler (LD_PRELOAD), it writes down what the compiler asks this machine: files that are there and that are
// not, folders, variables of the environment. Each question once, in the file that TILEPROOF_ASKED names, each ended by
// a zero byte:
//
//   o/usr/include/stdio.h    opened for reading      x/usr/local/include/stdio.h    asked whether it is there, and what it is
//   d/usr/lib/gcc            listed                  l/usr/bin/clang++-19           where the link leads
//   a/usr/local/include/a.h  was not there              eCPATH      of the environment
//
// asked_before.hpp says what the answers are today.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <unordered_set>

namespace {

void note(char kind, const char* name) {
    thread_local bool noting = false;
    if (noting || !name) return;
    noting = true;
    const int error = errno;
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
    errno = error;
}

// With the compiler's own answer: what appears later was absent.
template <class Result>
Result noted(char kind, const char* name, Result result, bool well) {
    note(well || (errno != ENOENT && errno != ENOTDIR) ? kind : 'a', name);
    return result;
}

template <class Function>
Function* next(Function*, const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
}  // namespace

// `real` is the function of the C library.
#define ASKED(result, name, parameters)                                        \
    extern "C" __attribute__((visibility("default"))) result name parameters { \
        static const auto real = next(&::name, #name);

#define ASKED_OPEN(name)                                 \
    ASKED(int, name, (const char* path, int flags, ...)) \
    std::va_list more;                                   \
    va_start(more, flags);                               \
    const mode_t mode = va_arg(more, mode_t);            \
    va_end(more);                                        \
    const int file = real(path, flags, mode);            \
    if ((flags & O_ACCMODE) != O_RDONLY) return file;    \
    return noted('o', path, file, file >= 0);            \
    }
ASKED_OPEN(open)
ASKED_OPEN(open64)
#define ASKED_FOPEN(name)                                      \
    ASKED(FILE*, name, (const char* path, const char* mode))   \
    FILE* const file = real(path, mode);                       \
    return *mode == 'r' ? noted('o', path, file, file) : file; \
    }
ASKED_FOPEN(fopen)
ASKED_FOPEN(fopen64)
#define ASKED_STAT(name, status)                               \
    ASKED(int, name, (const char* path, struct status* about)) \
    const int result = real(path, about);                      \
    return noted('x', path, result, result == 0);              \
    }
ASKED_STAT(stat, stat)
ASKED_STAT(stat64, stat64)
ASKED_STAT(lstat, stat)
ASKED_STAT(lstat64, stat64)
ASKED(int, access, (const char* path, int mode))
const int result = real(path, mode);
return noted('x', path, result, result == 0);
}
ASKED(DIR*, opendir, (const char* path))
DIR* const folder = real(path);
return noted('d', path, folder, folder);
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
