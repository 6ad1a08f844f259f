// SPDX-License-Identifier: MIT
#include "fuzz/finding/finding_store.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "properties/json_text.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {

namespace fs = std::filesystem;

fs::path finding_store::place_of(const finding& f) const { return folder_ / file_name(f); }

fs::path finding_store::save(const finding& f) const {
    fs::path file = place_of(f);
    write_atomically(file, indented_text_of(to_json(f, file)) + '\n');
    return file;
}

fs::path finding_store::replace(const fs::path& old, const finding& f) const {
    fs::path file = save(f);
    std::error_code ignored;  // two files for one bug do no harm
    if (file != old) fs::remove(old, ignored);
    return file;
}

finding_store::contents finding_store::load() const {
    contents all;
    std::error_code error;
    if (!fs::exists(folder_, error)) return all;
    std::vector<fs::path> files;
    for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".json") files.push_back(it->path());
    if (error)
        all.problems.push_back(
            fmt::format("The folder '{}' cannot be read: {}.", folder_.string(), error.message()));
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        try {
            all.findings.push_back({file, load_finding(file)});
        } catch (const store_error& e) {
            all.problems.push_back(e.what());
        }
    }
    return all;
}

finding load_finding(const fs::path& file) {
    const std::string text = read_bounded(file, largest_json);
    try {
        return parse_finding(text);
    } catch (const store_error& e) {
        throw store_error(fmt::format("The file '{}' does not hold a usable finding. {}",
                                      file.string(), e.what()));
    }
}

}  // namespace tileproof::properties
