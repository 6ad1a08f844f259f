// SPDX-License-Identifier: MIT
#include "fuzz/libfuzzer/fuzz_targets.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/libfuzzer/target.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/layout/layout_property.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using namespace properties;

namespace {

namespace fs = std::filesystem;
using fuzz::broken_mark;
using fuzz::cause_mark;
using nlohmann::json;

using system::command;
using system::ending;

system::result run_program(const fs::path& program, const std::string& argument,
                           command::stream errors) {
    return system::run({.words = {program.string(), argument}, .errors = errors, .confined = true});
}

// The rest of the line after a mark, or what the line after that one is; empty: the mark is not there.
std::string line_after(const std::string& output, std::string_view mark, bool next_line = false) {
    auto at = output.find(mark);
    if (at == std::string::npos) return "";
    at += mark.size();
    if (next_line) at = std::min(output.find('\n', at), output.size() - 1) + 1;
    return output.substr(at, output.find('\n', at) - at);
}

// What a target printed: the lines of broken() in target.hpp, the summary of a sanitizer, or nothing.
failure failure_of(const system::result& end) {
    failure f{.law = law_id::L13, .kind = failure_kind::crash};
    if (const auto said = line_after(end.output, broken_mark, true); !said.empty()) {
        f.law = find_law(said.substr(0, said.find(' '))).value_or(law_id::L13);
        f.kind = failure_kind::unknown;
        f.where.part = line_after(end.output, cause_mark);
        f.detail = said;
        return f;
    }
    for (const char* mark : {"SUMMARY: ", "runtime error: "})
        if (const auto line = line_after(end.output, mark); !line.empty()) {
            f.where.part = line;
            f.detail = mark + line + ".";
            return f;
        }
    process_end how;
    how.what =
        end.how.what == ending::kind::signal ? process_end::kind::signal : process_end::kind::exit;
    how.number = end.how.number;
    f.kind = kind_of(how);
    f.detail = how.sentence();
    return f;
}

class fuzz_input : public property {
  public:
    explicit fuzz_input(const fuzz_target& target) : target_(target) {}

    std::string name() const override { return "fuzz/" + target_.name; }
    std::string subject() const override { return target_.name; }
    // L13 for what is said of malformed inputs and of crashes; any law that the target names.
    std::vector<law_id> laws() const override { return {law_id::L13}; }
    json generate(rc::Random&, int) const override { return fuzz_input_case(""); }
    std::vector<std::string> classify(const json&) const override { return {}; }

    case_result check(const json& c) const override {
        const std::string bytes = bytes_of(c);
        // In memory, so that nothing is left behind when this process is stopped.
        const int file = ::memfd_create("input", 0);
        if (file < 0 || ::write(file, bytes.data(), bytes.size()) != std::ssize(bytes))
            throw std::runtime_error("The input of the fuzz target does not fit into memory.");
        const auto& program = target_.replay.empty() ? target_.program : target_.replay;
        const system::result end =
            run_program(program, fmt::format("/proc/self/fd/{}", file), command::stream::captured);
        ::close(file);
        case_result result;
        if (end.how.well()) {
            for (const law& l : properties::laws()) result.laws.push_back(held(l.id));
            return result;
        }
        result.laws.push_back(failed(failure_of(end)));
        return result;
    }

    std::vector<json> smaller(const json& c) const override {
        const std::string bytes = bytes_of(c);
        std::vector<json> cases;
        // A layout by its own steps; the text is read, so that only plain layouts come here.
        if (bytes.starts_with("packed") || bytes.starts_with("naive") ||
            bytes.starts_with("aligned"))
            try {
                for (const layout_description& d : properties::smaller(parse_layout(bytes)))
                    cases.push_back(fuzz_input_case(print_layout(d)));
                return cases;
            } catch (const layout_error&) {
                // Bytes like any others.
            }
        for (std::size_t part = std::max<std::size_t>(bytes.size() / 2, 1); part > 0; part /= 2) {
            for (std::size_t at = 0; at < bytes.size(); at += part)
                cases.push_back(fuzz_input_case(std::string(bytes).erase(at, part)));
            if (part == 1) break;
        }
        // Then plainer bytes: a digit or a letter instead of anything else.
        for (std::size_t at = 0; at < bytes.size() && bytes.size() <= 64; ++at)
            for (const char plain : {'0', 'a'}) {
                if (bytes[at] == plain || bytes[at] == '0') continue;
                std::string other = bytes;
                other[at] = plain;
                cases.push_back(fuzz_input_case(other));
            }
        return cases;
    }

  private:
    static std::string bytes_of(const json& c) {
        if (!c.is_object() || !c.contains("bytes") || !c["bytes"].is_string())
            throw bad_case("The case of a fuzz target is an object with a text 'bytes'.");
        return bytes_from_json_text(c["bytes"].get<std::string>());
    }

    fuzz_target target_;
};

}  // namespace

fs::path folder_of_targets() {
    if (const char* folder = std::getenv("TILEPROOF_FUZZ_TARGETS")) return folder;
    std::error_code error;
    const fs::path self = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path(".") : self.parent_path();
}

std::vector<fuzz_target> fuzz_targets(const fs::path& folder_of_command) {
    std::vector<fuzz_target> targets;
    std::error_code error;
    const fs::path folder = folder_of_command / "fuzz";
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (!it->is_regular_file() || it->path().has_extension() ||
            ::access(it->path().c_str(), X_OK) != 0)
            continue;
        fuzz_target t;
        t.name = it->path().filename().string();
        t.program = it->path();
        if (fs::path p = folder_of_command / "replay" / t.name; fs::exists(p, error)) t.replay = p;
        if (fs::path p = folder / "seeds" / t.name; fs::exists(p, error)) t.seeds = {p};
        if (fs::path p = folder / (t.name + ".dict"); fs::exists(p, error)) t.dictionary = p;
        std::ifstream flags(folder / (t.name + ".flags"));
        for (std::string line; std::getline(flags, line);)
            if (!line.empty()) t.flags.push_back(line);
        targets.push_back(std::move(t));
    }
    std::ranges::sort(targets, [](const auto& a, const auto& b) { return a.name < b.name; });
    return targets;
}

std::unique_ptr<property> fuzz_input_property(const fuzz_target& target) {
    return std::make_unique<fuzz_input>(target);
}

json fuzz_input_case(const std::string& bytes) { return {{"bytes", bytes_to_json_text(bytes)}}; }

namespace {

// What the target prints when it is asked with this flag; null when it prints no JSON.
json answer_of(const fuzz_target& target, const std::string& flag) {
    const auto& program = target.replay.empty() ? target.program : target.replay;
    try {
        const system::result end = run_program(program, flag, command::stream::nowhere);
        if (end.how.well()) return parse_bounded(end.output);
    } catch (const std::exception&) {
        // It is not there, or crashed already while it read the input.
    }
    return nullptr;
}

}  // namespace

json describe_input(const fuzz_target& target, const fs::path& input) {
    json cases = answer_of(target, "--describe=" + input.string());
    return cases.is_array() ? cases : json::array();
}

json reached_by_corpus(const fuzz_target& target, const fs::path& corpus) {
    json counts = answer_of(target, "--reached=" + corpus.string());
    return counts.is_object() ? counts : json::object();
}

}  // namespace tileproof::fuzz
