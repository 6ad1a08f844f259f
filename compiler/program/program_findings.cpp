// SPDX-License-Identifier: MIT
#include "compiler/program/program_findings.hpp"

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "system/file.hpp"

namespace tileproof::compiler {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20;

// Does not read a pipe or a device, which may never end.
std::string read(const std::string& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error) ||
        std::filesystem::file_size(file, error) > most_bytes || error)
        throw std::runtime_error("The suppressions in '" + file +
                                 "' cannot be read: it is not a file of at most 1 MiB.");
    auto text = system::read_file(file);
    if (!text)
        throw std::runtime_error("The suppressions in '" + file +
                                 "' cannot be read: may it be read by you?");
    return *std::move(text);
}

bool alike(const std::string& pattern, const std::string& text) {
    return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

// A file matches by its name or its whole path; a function with or without its template arguments.
bool is_there(const std::string& where, const program_finding& f) {
    const std::string name = f.file.substr(f.file.find_last_of('/') + 1),
                      line = ":" + std::to_string(f.line);
    for (const std::string& place :
         {f.file, name, f.file + line, name + line, f.function, f.kernel,
          f.function.substr(0, f.function.find('<')), f.kernel.substr(0, f.kernel.find('<'))})
        if (!place.empty() && alike(where, place)) return true;
    return false;
}

bool is_in(const std::string& function, const program_finding& f) {
    program_finding of_kernel = f;
    of_kernel.file.clear();
    return is_there(function, of_kernel);
}

std::uint64_t number_of_launch(const std::string& text, std::uint64_t otherwise,
                               const std::string& range) {
    if (text.empty()) return otherwise;
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size())
        throw std::runtime_error("'" + range +
                                 "' is not a range of launches; use 3-7, 3- or 5, counted from 1.");
    return n;
}

std::string in_xml(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += c == '<'                              ? "&lt;"
               : c == '>'                            ? "&gt;"
               : c == '&'                            ? "&amp;"
               : c == '"'                            ? "&quot;"
               : static_cast<unsigned char>(c) < ' ' ? " "
                                                     : std::string(1, c);
    return out;
}

std::string times_of(const program_finding& f) {
    return f.count > 1 && f.kind != "leak" ? " (" + std::to_string(f.count) + " times)" : "";
}

std::filesystem::path path_in_environment(const char* variable) {
    const char* const path = std::getenv(variable);
    if (!path || !*path) return {};
    if (std::string_view(path) == "-") return path;
    std::error_code error;  // if the folder is gone, the path stays as it is
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    return error ? path : whole;
}

// The choice of findings. If the environment is invalid, says so and reports all.
finding_filter filter_of_environment() {
    finding_filter filter;
    try {
        if (const char* const file = std::getenv("TILEPROOF_RUN_SUPPRESS")) filter.suppress(file);
        if (const char* const names = std::getenv("TILEPROOF_RUN_ONLY")) filter.only(names);
        if (const char* const range = std::getenv("TILEPROOF_RUN_LAUNCHES")) filter.launches(range);
        return filter;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "tileproof: %s All findings are shown.\n", e.what());
        return {};
    }
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    if (path == "-") {
        std::fputs(text.c_str(), stdout);
        std::fflush(stdout);
    } else if (!path.empty() && !(std::ofstream(path) << text).flush()) {
        std::fprintf(stderr, "tileproof: %s cannot be written.\n", path.c_str());
    }
}

}  // namespace

void finding_filter::suppress(const std::string& file) {
    std::istringstream lines(read(file));
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line.substr(0, line.find('#')));
        suppression s{.kind = {}, .where = {}, .line = number};
        std::string more;
        if (!(words >> s.kind)) continue;
        // Kinds of two words, "out of bounds", are written with blanks as in the report.
        std::vector<std::string> all{s.kind};
        while (words >> more) all.push_back(more);
        if (all.size() < 2)
            throw std::runtime_error(file + ":" + std::to_string(number) + ": '" + s.kind +
                                     "' names a kind and no place; write the kind and then a "
                                     "function, a file or FILE:LINE, as in "
                                     "'race block_reduce'.");
        s.where = all.back();
        for (std::size_t i = 1; i + 1 < all.size(); ++i) s.kind += " " + all[i];
        suppressions_.push_back(std::move(s));
    }
}

void finding_filter::only(const std::string& functions) {
    std::istringstream names(functions);
    for (std::string name; std::getline(names, name, ',');)
        if (!name.empty()) functions_.push_back(name);
}

void finding_filter::launches(const std::string& range) {
    const std::size_t dash = range.find('-');
    first_ = number_of_launch(range.substr(0, dash), 1, range);
    last_ = dash == range.npos ? first_
                               : number_of_launch(range.substr(dash + 1), ~std::uint64_t{0}, range);
    if (range.empty() || first_ == 0 || last_ < first_)
        throw std::runtime_error("'" + range +
                                 "' is not a range of launches; use 3-7, 3- or 5, counted from 1.");
}

bool finding_filter::asks_for(const program_finding& f) const {
    if (f.launch == 0) return true;
    return f.launch >= first_ && f.launch <= last_ &&
           (functions_.empty() || std::any_of(functions_.begin(), functions_.end(),
                                              [&](const std::string& n) { return is_in(n, f); }));
}

std::vector<program_finding> finding_filter::wanted(const std::vector<program_finding>& all) {
    std::vector<program_finding> groups;
    for (const program_finding& f : all) {
        if (!asks_for(f)) continue;
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const program_finding& g) {
            return g.kind == f.kind && g.file == f.file && g.line == f.line &&
                   (f.line > 0 || g.sentence == f.sentence);
        });
        if (same == groups.end())
            groups.push_back(f);
        else
            same->count += f.count;
    }
    std::erase_if(groups, [&](const program_finding& f) {
        for (suppression& s : suppressions_)
            if (alike(s.kind, f.kind) && is_there(s.where, f)) {
                ++s.used;
                ++suppressed_;
                return true;
            }
        return false;
    });
    return groups;
}

std::vector<finding_filter::suppression> finding_filter::unused() const {
    std::vector<suppression> list;
    std::copy_if(suppressions_.begin(), suppressions_.end(), std::back_inserter(list),
                 [](const suppression& s) { return s.used == 0; });
    return list;
}

namespace {

// "app.hip:31", or empty if it has no line.
std::string file_and_line_of(const program_finding& f) {
    return f.line > 0 ? f.file + ":" + std::to_string(f.line) : "";
}

}  // namespace

std::string terminal_text(const std::vector<program_finding>& list, const finding_filter& filter) {
    std::string out;
    for (const program_finding& f : list)
        out += file_and_line_of(f) + (f.line > 0 ? ": " : "") + f.kind + ": " + f.sentence +
               times_of(f) + "\n";
    for (const auto& s : filter.unused())
        out += "tileproof: the suppression '" + s.kind + " " + s.where + "' of line " +
               std::to_string(s.line) + " suppresses nothing.\n";
    out += "tileproof: " + (list.empty() ? "no" : std::to_string(list.size())) +
           (list.size() == 1 ? " finding" : " findings");
    if (filter.suppressed() > 0) out += ", " + std::to_string(filter.suppressed()) + " suppressed";
    return out + ".\n";
}

std::string json_text(const std::vector<program_finding>& list, const finding_filter& filter) {
    nlohmann::json all = nlohmann::json::array();
    for (const program_finding& f : list) {
        nlohmann::json one{{"kind", f.kind},
                           {"file", f.file},
                           {"line", f.line},
                           {"count", f.count},
                           {"sentence", f.sentence}};
        if (!f.kernel.empty()) one["kernel"] = f.kernel;
        if (f.launch > 0) one.update({{"function", f.function}, {"launch", f.launch}});
        all.push_back(std::move(one));
    }
    return nlohmann::json{{"findings", all}, {"suppressed", filter.suppressed()}}.dump(
               2, ' ', false, nlohmann::json::error_handler_t::replace) +
           "\n";
}

// One test case, the program, which fails with each finding.
std::string junit_text(const std::vector<program_finding>& list) {
    std::string out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"tileproof run\" tests=\"1\" "
        "failures=\"" +
        std::string(list.empty() ? "0" : "1") +
        "\">\n  <testcase classname=\"tileproof\" name=\"program\">\n";
    for (const program_finding& f : list)
        out += "    <failure type=\"" + in_xml(f.kind) + "\" message=\"" +
               in_xml(file_and_line_of(f)) + "\">" + in_xml(f.sentence + times_of(f)) +
               "</failure>\n";
    return out + "  </testcase>\n</testsuite>\n";
}

program_report::program_report()
    : filter_(filter_of_environment()),
      json_(path_in_environment("TILEPROOF_RUN_JSON")),
      junit_(path_in_environment("TILEPROOF_RUN_JUNIT")) {}

std::size_t program_report::tell(std::vector<program_finding> all, int code) {
    std::erase_if(all, [&](const program_finding& f) { return f.only_if_it_fails && code == 0; });
    const std::vector<program_finding> list = filter_.wanted(all);
    std::fflush(nullptr);
    std::fputs(terminal_text(list, filter_).c_str(), stderr);
    write_file(json_, json_text(list, filter_));
    write_file(junit_, junit_text(list));
    return list.size();
}

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
