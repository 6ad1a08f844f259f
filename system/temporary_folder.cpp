// SPDX-License-Identifier: MIT
#include "system/temporary_folder.hpp"

#include "system/file.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>

namespace tileproof::system {

namespace fs = std::filesystem;

temporary_folder::temporary_folder(const fs::path& beginning) {
    std::string name = fs::absolute(beginning).string() + "XXXXXX";
    if (!mkdtemp(name.data()))
        throw store_error("No folder can be made in {}: {}.", fs::path(name).parent_path().string(),
                          std::strerror(errno));
    path_ = name;
    in_use_.emplace(path_, file_lock::kind::use);
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

fs::path in_folder_of_temporaries(const std::string& name) {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error)
        throw store_error(
            "There is no folder for temporary files: {}. Set TMPDIR to one that takes files.",
            error.message());
    return folder / name;
}

}  // namespace tileproof::system
