// SPDX-License-Identifier: MIT
#include "extras/subject/library.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace tileproof::subject {
namespace {

using nlohmann::json;

template <class T>
T member(const json& j, const char* name, T otherwise) {
    return j.contains(name) ? j.at(name).get<T>() : otherwise;
}

library read_library(const json& j) {
    library l;
    l.name = j.at("name").get<std::string>();
    l.header = member(j, "header", std::string());
    l.flags = j.at("flags").get<std::vector<std::string>>();
    l.include = member(j, "include", std::vector<std::string>());
    l.default_include = member(j, "default_include", std::string());
    l.index_bits = member(j, "index_bits", 64);
    l.most_space = member(j, "most_space", std::int64_t{INT64_MAX});
    const auto ranks = member(j, "ranks", std::vector<int>{0, 5});
    l.least_rank = ranks.at(0);
    l.most_rank = ranks.at(1);
    const auto ps = member(j, "tile_p", std::vector<int>{0, 5});
    l.least_p = ps.at(0);
    l.most_p = ps.at(1);
    l.includes = member(j, "includes", std::vector<std::string>());
    l.using_line = member(j, "using", std::string());
    l.known = j.at("known").get<std::string>();
    l.given = j.at("given").get<std::string>();
    l.plain = member(j, "plain", std::string("$0"));
    l.bases = j.at("bases").get<text_table>();
    l.transforms = member(j, "transforms", text_table());
    l.stages = member(j, "stages", text_table());
    l.show = j.at("show").get<text_table>();
    l.ids = member(j, "ids", std::string());
    l.stage = member(j, "stage", std::string());
    l.adaptor = member(j, "adaptor", std::string());
    l.chain = member(j, "chain", std::string());
    l.tile = member(j, "tile", std::string());
    l.tile_list = member(j, "tile_list", std::string());
    return l;
}

}  // namespace

library load_library(const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / "subject.json";
    std::ifstream stream(file);
    if (!stream)
        throw library_error(
            fmt::format("There is no subject in {}: {} cannot be read. `ls subjects` shows those "
                        "that come with tileproof.",
                        folder.string(), file.string()));
    try {
        library l = read_library(json::parse(stream));
        l.folder = folder;
        for (std::string& more : l.include)
            more = (folder / more).lexically_normal().string();  // an absolute one stays
        return l;
    } catch (const std::exception& e) {
        throw library_error(fmt::format(
            "{} does not say how a library is spelled: {}. docs/subjects.md has what it must say.",
            file.string(), e.what()));
    }
}

}  // namespace tileproof::subject
