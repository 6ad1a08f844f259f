// SPDX-License-Identifier: MIT
#include "extras/cluster/corpus_exchange.hpp"

#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <fstream>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using properties::read_bounded;
using properties::store_error;

namespace {

constexpr std::size_t largest_input = 1 << 20;

// The regular files of a folder, none where it cannot be read.
std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (std::error_code broken; it->is_regular_file(broken)) files.push_back(it->path());
    return files;
}

}  // namespace

corpus_exchange::corpus_exchange(const fs::path& folder, const attempt& mine,
                                 const std::vector<std::string>& targets) {
    for (const std::string& t : targets) {
        const fs::path all = folder / "corpus" / t, here = mine.folder / "corpus" / t;
        fs::create_directories(here);
        targets_.push_back({t, here, corpus_writer(all, mine.name()), corpus_reader(all), {}});
    }
}

void corpus_exchange::put(one& o, std::string_view bytes, const input_id& id) {
    // Under its name at once, whole: libFuzzer may read the folder at any moment.
    const fs::path file = o.here / id.text(), part = o.here.parent_path() / ".arriving";
    std::ofstream stream(part, std::ios::binary | std::ios::trunc);
    if (!stream.write(bytes.data(), std::ssize(bytes)).flush())
        throw store_error(fmt::format("The folder '{}' takes no more inputs: is its disk full?",
                                      o.here.string()));
    stream.close();
    fs::rename(part, file);
    o.seen.insert(id.text());
}

void corpus_exchange::show_new(one& o) {
    for (const fs::path& file : files_in(o.here)) {
        if (!o.seen.insert(file.filename().string()).second) continue;
        try {
            std::string bytes = read_bounded(file, largest_input);
            if (o.in.know(id_of(bytes))) o.out.add(std::move(bytes));
        } catch (const store_error&) {
            o.seen.erase(file.filename().string());  // libFuzzer moved it away; or the next time
        }
    }
    o.out.publish();
}

std::vector<std::string> corpus_exchange::exchange() {
    std::vector<std::string> problems;
    for (one& o : targets_) {
        try {
            show_new(o);
        } catch (const store_error& e) {
            problems.push_back(e.what());
        }
        try {
            const auto more = o.in.read_new([&](const packed_input& i) { put(o, i.bytes, i.id); });
            problems.insert(problems.end(), more.begin(), more.end());
        } catch (const std::exception& e) {
            problems.push_back(e.what());
        }
    }
    return problems;
}

void corpus_exchange::take_over(const fs::path& corpus) {
    for (one& o : targets_)
        for (const fs::path& file : files_in(corpus / o.target)) try {
                const std::string bytes = read_bounded(file, largest_input);
                if (const input_id id = id_of(bytes); o.in.know(id)) {
                    put(o, bytes, id);
                    o.out.add(bytes);
                }
            } catch (const store_error&) {
                // A merge reads what stays behind.
            }
}

}  // namespace tileproof::cluster
