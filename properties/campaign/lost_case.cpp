#include "properties/campaign/lost_case.hpp"

#include "properties/campaign/shared_case.hpp"
#include "properties/store/bounded_json.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace tileproof::properties {

namespace fs = std::filesystem;

namespace {

enum class content { in_use, nothing, a_case };

content read_case(int fd, lost_case& into) {
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) return content::in_use;
    const auto shared = std::make_unique<shared_case>();
    shared->mark = 0;
    void* const bytes = static_cast<void*>(shared.get());
    if (pread(fd, bytes, sizeof(shared_case), 0) != static_cast<ssize_t>(sizeof(shared_case)) ||
        shared->mark != shared_case::mark_of_version || shared->started_ns == 0)
        return content::nothing;
    const std::int64_t length = shared->text_length;
    if (length <= 0 || length > static_cast<std::int64_t>(shared_case::text_size))
        return content::nothing;
    into.property.assign(shared->property, strnlen(shared->property, shared_case::name_size));
    try {
        into.the_case =
            parse_bounded(std::string_view(shared->text, static_cast<std::size_t>(length)));
    } catch (const std::exception&) {
        return content::nothing;
    }
    return content::a_case;
}

}  // namespace

std::vector<lost_case> find_lost_cases(const fs::path& folder) {
    std::vector<lost_case> lost;
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".case") files.push_back(it->path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0) continue;
        lost_case found{file, "", nullptr};
        const content what = read_case(fd, found);
        if (what == content::nothing) fs::remove(file, error);
        if (what == content::a_case) lost.push_back(std::move(found));
        close(fd);
    }
    rmdir(folder.c_str());  // if nothing is left in it
    return lost;
}

}  // namespace tileproof::properties
