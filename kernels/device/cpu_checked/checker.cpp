#include "kernels/device/cpu_checked/checker.hpp"

#include <algorithm>

#include "kernels/device/cpu/divergence.hpp"

namespace tileproof::cpu_checked {

bool report_sink::has(const std::string& key) {
    const auto found = reports_.find(key);
    if (found == reports_.end()) return false;
    ++found->second.count;
    return true;
}

void report_sink::add(const std::string& key, check_report&& r) {
    if (reports_.try_emplace(key, std::move(r)).second) order_.push_back(key);
}

void report_sink::remove(const std::string& key) {
    if (reports_.erase(key)) std::erase(order_, key);
}

std::vector<check_report> report_sink::take() {
    std::vector<check_report> all;
    for (const std::string& key : order_) all.push_back(std::move(reports_.at(key)));
    reports_.clear();
    order_.clear();
    return all;
}

check_report report_sink::begin(check_kind kind, const access& a) const {
    check_report r;
    r.kind = kind;
    r.kernel = launch_.kernel;
    r.block = block_index(a.block);
    r.thread = thread_index(a.thread);
    r.write = a.write;
    r.shared_memory = a.target && a.target->of_block();
    r.file = a.at->file;
    r.function = a.at->function;
    r.line = a.at->line;
    r.column = a.at->column;
    return r;
}

uint3 report_sink::block_index(std::uint64_t linear) const {
    const std::uint64_t row = linear / launch_.grid.x;
    return {static_cast<unsigned>(linear % launch_.grid.x),
            static_cast<unsigned>(row % launch_.grid.y),
            static_cast<unsigned>(row / launch_.grid.y)};
}

uint3 report_sink::thread_index(std::uint32_t linear) const {
    const unsigned row = linear / launch_.block.x;
    return {linear % launch_.block.x, row % launch_.block.y, row / launch_.block.y};
}

std::string report_sink::who(const access& a) const {
    return "thread " + cpu_engine::text(thread_index(a.thread)) + " of block " +
           cpu_engine::text(block_index(a.block)) + " of " + launch_.kernel;
}

std::string place_text(const site& s) {
    return s.line ? std::string(s.file) + ":" + std::to_string(s.line) : std::string(s.file);
}

std::string count_text(std::uint64_t n, const char* singular) {
    return std::to_string(n) + " " + singular + (n == 1 ? "" : "s");
}

std::string target_text(const region& r) {
    const std::string size = " (" + count_text(r.freed ? r.freed_bytes : r.bytes, "byte") + ")";
    switch (r.kind) {
        case region_kind::shared:
            return "shared array " + r.name + size;
        case region_kind::dynamic_shared:
            return "dynamic shared memory" + size;
        case region_kind::variable:
            return "device variable " + r.name + size;
        case region_kind::constant:
            return "constant " + r.name + size;
        case region_kind::device:
            return (r.name.empty() ? "a device buffer" : r.name) + size;
        default:
            return "memory of the host";
    }
}

}  // namespace tileproof::cpu_checked
