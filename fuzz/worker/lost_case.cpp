// SPDX-License-Identifier: MIT
#include "fuzz/worker/lost_case.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/worker/shared_case.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <memory>

namespace tileproof::fuzz {

namespace fs = std::filesystem;

namespace {

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

std::vector<lost_cases> find_lost_cases(const fs::path& folder) {
    std::vector<lost_cases> lost;
    std::error_code error;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".case") files.push_back(it->path());
    std::sort(files.begin(), files.end());
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
