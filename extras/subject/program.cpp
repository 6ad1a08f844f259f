// SPDX-License-Identifier: MIT
#include "extras/subject/program.hpp"

#include "system/limited_run.hpp"

#include <fmt/format.h>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <fstream>
#include <future>
#include <regex>
#include <set>
#include <sstream>

namespace tileproof::subject {
namespace {

namespace fs = std::filesystem;

std::string function(const std::string& name, const std::vector<std::string>& lines) {
    return "inline auto " + name + "(const std::int64_t* v) {\n    (void)v;\n" +
           properties::body_of(lines) + "}\n";
}
std::string exported(const std::string& type, const std::string& function,
                     const std::string& arguments) {
    return fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) const tileproof_{0}_answers "
        "$case_{1};\n"
        "const tileproof_{0}_answers $case_{1} =\n"
        "    tileproof_answers::{0}_of<&$case::{1}{2}>::answers();\n",
        type, function, arguments);
}

// A name is one `$case` in the text of a unit; `$case_whole` begins with it.
std::string named(std::string unit, const std::string& name) {
    for (std::size_t at = 0; (at = unit.find("$case", at)) != unit.npos; at += name.size())
        unit.replace(at, 5, name);
    return unit;
}

// The units that each error names, by the lines that follow it.
std::set<std::size_t> units_in_errors(const std::string& messages) {
    static const std::regex unit("case_([0-9]+)");
    std::set<std::size_t> found;
    bool in_error = false;
    std::istringstream lines(messages);
    for (std::string line; std::getline(lines, line);) {
        in_error = in_error || line.find("error: ") != line.npos;
        if (!in_error) continue;
        for (std::sregex_iterator m(line.begin(), line.end(), unit), end; m != end; ++m)
            found.insert(std::stoul((*m)[1]));
    }
    return found;
}

// The first error of a compiler, without its place: "static assertion failed: wrong!".
std::string first_error(const std::string& messages) {
    const std::size_t at = messages.find("error: ");
    if (at == messages.npos) return "The compiler says no word.";
    const std::size_t end = messages.find('\n', at);
    return messages.substr(at + 7, end == messages.npos ? end : end - at - 7);
}

}  // namespace

std::string layout_unit(const outside_case& c, const spelled_layout& s, asked_parts asked) {
    std::string text = "namespace $case {\n";
    std::string answers;
    if (asked.cuts && !c.chained)
        for (std::size_t cut = 0; cut + 1 < s.lines.size(); ++cut) {
            const std::string name = fmt::format("cut_{}", cut);
            const auto end = s.lines.begin() + static_cast<std::ptrdiff_t>(cut) + 1;
            text += function(name, {s.lines.begin(), end});
            answers += exported("layout", name, ", false");
        }
    return text + function("whole", s.lines) + "}\n" + answers +
           exported("layout", "whole", asked.all ? ", true" : ", false");
}

std::string tile_unit(const library& l, const tile_encoding& e) {
    return fmt::format(
        "namespace $case {{\n// {}\ninline auto whole() {{\n    return {};\n}}\n}}\n{}",
        print_tile(e), spell(l, e), exported("tile", "whole", ""));
}

builder::builder(build_options o) : o_(std::move(o)) {}

builder::attempt builder::compile(const std::string& source, std::vector<std::string> flags,
                                  const std::string& ending) {
    int number = 0;
    {
        const std::lock_guard lock(guard_);
        number = programs_++;
    }
    const fs::path file = o_.folder / fmt::format("p{}.cpp", number);
    const fs::path made = o_.folder / fmt::format("p{}{}", number, ending);
    std::ofstream(file) << source;
    system::command c{
        .words = {o_.compiler}, .kept = 1 << 24, .seconds = o_.seconds, .memory = o_.memory};
    const auto add = [&](const std::vector<std::string>& words) {
        c.words.insert(c.words.end(), words.begin(), words.end());
    };
    add(o_.of->flags);
    add({"-O0", "-w", "-ferror-limit=0", "-ftemplate-backtrace-limit=0", "-fPIC",
         "-fvisibility=hidden"});
    for (const std::string& folder : o_.include) add({"-I" + folder});
    add({"-I" + o_.folder.string(), "-I" + o_.of->folder.string(), "-I" + o_.answers.string()});
    add(flags);
    add({file.string(), "-o", made.string()});
    try {
        system::limited_result r = system::run_limited(c);
        if (!r.limit.empty()) return {false, true, "", "error: " + r.limit + '\n'};
        if (r.how.what == system::ending::kind::signal)
            r.output += fmt::format("error: The compiler was ended by signal {}.\n", r.how.number);
        return {r.how.well(), false, made.string(), std::move(r.output)};
    } catch (const system::start_error& e) {
        throw library_error(
            fmt::format("The compiler {} could not be started: {}", o_.compiler, e.what()));
    }
}

static std::string head(const library& l) {
    return "#include \"subject.hpp\"\n//\n#include \"answers.hpp\"\n" + l.using_line + "\n";
}

void builder::try_headers() {
    const attempt a = compile(head(*o_.of), {"-shared"}, ".so");
    if (a.well) return;
    throw library_error(fmt::format(
        "A program that only includes the headers of {} does not compile with {}: {}. Name its "
        "include folder with --include and another compiler with --compiler.",
        o_.of->name, o_.compiler, first_error(a.messages)));
}

// A unit that an error names is compiled by itself: clang gives the reason why a template fails once, and to who uses it
// later it says that nothing matches. For the same reason an error may hide in others, which are compiled together once more.
void builder::build_program(const std::vector<std::string>& units, bool again) {
    if (units.empty()) return;
    std::string source = head(*o_.of);
    for (std::size_t i = 0; i < units.size(); ++i)
        source += fmt::format("\n#line 1 \"case_{0}\"\n{1}", i,
                              named(units[i], fmt::format("case_{}", i)));
    const attempt a = compile(source, {"-shared"}, ".so");
    if (!a.well && units.size() > 1) {
        const std::set<std::size_t> wrong =
            a.beyond ? std::set<std::size_t>() : units_in_errors(a.messages);
        std::vector<std::string> rest;
        for (std::size_t i = 0; i < units.size(); ++i)
            if (again || wrong.contains(i))
                build_program({units[i]}, true);
            else
                rest.push_back(units[i]);
        if (!wrong.empty() || again) return build_program(rest, true);
        const auto half = rest.begin() + static_cast<std::ptrdiff_t>(rest.size() / 2);
        build_program({rest.begin(), half}, false);
        return build_program({half, rest.end()}, false);
    }
    const std::lock_guard lock(guard_);
    for (std::size_t i = 0; i < units.size(); ++i)
        built_[units[i]] = a.well ? built_unit{a.file, fmt::format("case_{}", i), ""}
                                  : built_unit{"", "", first_error(a.messages), a.beyond};
}

std::vector<built_unit> builder::build(std::span<const std::string> units) {
    std::vector<std::string> missing;
    for (const std::string& unit : units)
        if (!built_.contains(unit) && std::ranges::find(missing, unit) == missing.end())
            missing.push_back(unit);
    // As many programs as there are jobs, or more when they would be too long.
    const auto jobs = static_cast<std::size_t>(std::max(o_.jobs, 1));
    const std::size_t rounds = (missing.size() + static_cast<std::size_t>(o_.units) * jobs - 1) /
                               (static_cast<std::size_t>(o_.units) * jobs);
    const std::size_t programs = std::max<std::size_t>(rounds * jobs, 1);
    std::vector<std::vector<std::string>> shares(programs);
    for (std::size_t i = 0; i < missing.size(); ++i)
        shares[i % programs].push_back(std::move(missing[i]));
    for (std::size_t first = 0; first < programs; first += jobs) {
        std::vector<std::future<void>> running;
        for (std::size_t p = first; p < std::min(first + jobs, programs); ++p)
            if (!shares[p].empty())
                running.push_back(std::async(
                    std::launch::async, [this, &shares, p] { build_program(shares[p], false); }));
        for (auto& one : running) one.get();
    }
    std::vector<built_unit> result;
    for (const std::string& unit : units) result.push_back(built_.at(unit));
    return result;
}

builder::alone builder::run_alone(const std::string& source) {
    const attempt a = compile(source, {}, "");
    if (!a.well) return {false, "error: " + first_error(a.messages) + "\n"};
    const system::result r = system::run({.words = {a.file}, .seconds = 20});
    if (r.how.well()) return {true, r.output};
    return {false,
            r.output + (r.how.what == system::ending::kind::time_limit
                            ? "It had not ended after 20 s.\n"
                            : fmt::format("It was ended by {} {}.\n",
                                          r.how.what == system::ending::kind::signal ? "signal"
                                                                                     : "exit code",
                                          r.how.number))};
}

}  // namespace tileproof::subject
