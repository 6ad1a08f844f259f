// SPDX-License-Identifier: MIT
#include "compiler/program/finding_record.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

namespace tileproof::compiler {
namespace {

using nlohmann::json;

// Above the descriptors that a program opens in sequence.
constexpr int lowest_descriptor = 64;

std::string line_of(const program_finding& f) {
    return json{{"kind", f.kind},         {"file", f.file},     {"sentence", f.sentence},
                {"line", f.line},         {"count", f.count},   {"kernel", f.kernel},
                {"function", f.function}, {"launch", f.launch}, {"if_it_fails", f.only_if_it_fails}}
               .dump(-1, ' ', false, json::error_handler_t::replace) +
           "\n";
}

program_finding finding_of(const json& j) {
    return {j.at("kind"),   j.at("file"),     j.at("sentence"), j.at("line"),       j.at("count"),
            j.at("kernel"), j.at("function"), j.at("launch"),   j.at("if_it_fails")};
}

}  // namespace

finding_record::finding_record(std::string file) : file_(std::move(file)) {
    struct stat is {};
    if (file_.empty() || stat(file_.c_str(), &is) != 0) return;
    device_ = is.st_dev;
    number_ = is.st_ino;
}

void finding_record::add(const program_finding& f) {
    entry& e = known_[{f.kind, f.file, f.line, f.line > 0 ? "" : f.sentence, f.kernel, f.function}];
    if (e.times == 0) {
        e.finding = f;
        e.finding.count = 0;
    }
    ++e.times;
    e.finding.count += f.count;
    if (std::has_single_bit(e.times)) put(e.finding);
}

void finding_record::end() {
    for (auto& [of, e] : known_)
        if (e.finding.count > 0) put(e.finding);
}

void finding_record::put(program_finding& f) {
    if (!write(line_of(f))) kept_.push_back(f);
    f.count = 0;
}

// A program may close what it did not open, and open its own file in its place.
bool finding_record::write(const std::string& line) {
    const auto is_the_file = [&](int descriptor) {
        struct stat is {};
        return descriptor >= 0 && fstat(descriptor, &is) == 0 && is.st_dev == device_ &&
               is.st_ino == number_;
    };
    if (number_ == 0) return false;
    if (!is_the_file(descriptor_)) {
        const int low = open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        descriptor_ = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, lowest_descriptor);
        if (descriptor_ >= 0)
            close(low);
        else
            descriptor_ = low;
        if (!is_the_file(descriptor_)) return false;
    }
    ssize_t n = -1;
    do n = ::write(descriptor_, line.data(), line.size());
    while (n < 0 && errno == EINTR);
    return n == static_cast<ssize_t>(line.size());
}

std::vector<program_finding> read_findings(int descriptor) {
    std::string text;
    char chunk[1 << 14];
    for (ssize_t n = 0;
         (n = pread(descriptor, chunk, sizeof chunk, static_cast<off_t>(text.size()))) > 0;)
        text.append(chunk, static_cast<std::size_t>(n));
    std::vector<program_finding> all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        try {
            all.push_back(finding_of(json::parse(line)));
        } catch (const json::exception&) {  // the disk was full, or the line is not ours
        }
    }
    return all;
}

}  // namespace tileproof::compiler
