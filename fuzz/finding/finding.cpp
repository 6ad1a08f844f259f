// SPDX-License-Identifier: MIT
#include "fuzz/finding/finding.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <ctime>

#include "fuzz/finding/bounded_json.hpp"
#include "properties/fields.hpp"
#include "properties/property.hpp"
#include "system/digest.hpp"
#include "system/file.hpp"

namespace tileproof::fuzz {

using namespace properties;
using system::read_bounded;
using system::store_error;
using system::write_atomically;

namespace {

using nlohmann::json;

// Replaces characters that are unsafe in a file name on some system, or in a shell without quotes.
std::string safe_name(std::string_view text) {
    std::string safe;
    for (const char c : text)
        safe += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '@' || c == '.'
                    ? c
                    : '_';
    return safe.substr(0, 100);
}

constexpr std::string_view no_finding = "It is not a finding";

template <class T>
T member(const json& j, const char* key) {
    return read_member<T>(j, key, no_finding);
}

json kernel_json(const user_kernel& k) {
    json j{{"source", k.source}, {"test", k.test}, {"compiler", k.compiler}, {"flags", k.flags}};
    if (!k.wave.empty()) j["wave"] = k.wave;
    if (!k.against.empty()) j["against"] = k.against;
    return j;
}

// Before schema 2 only the case named the source, and every kernel was compiled in the usual way.
std::optional<user_kernel> kernel_of(const json& j, const finding& f) {
    if (j.contains("kernel")) {
        const json k = member<json>(j, "kernel");
        if (!k.is_object()) throw store_error("It is not a finding: 'kernel' is not an object.");
        return user_kernel{member<std::string>(k, "source"),
                           member<std::string>(k, "test"),
                           member<std::string>(k, "compiler"),
                           member<std::vector<std::string>>(k, "flags"),
                           k.contains("wave") ? member<std::string>(k, "wave") : "",
                           k.contains("digest") ? member<std::string>(k, "digest") : "",
                           k.contains("against") ? member<std::string>(k, "against") : ""};
    }
    if (!f.the_case.contains("source")) return std::nullopt;
    return user_kernel{
        member<std::string>(f.the_case, "source"), f.subject, "clang++-19", {}, {}, {}};
}

std::vector<properties::failure> others_of(const std::vector<json>& all) {
    std::vector<properties::failure> others;
    for (const json& j : all) {
        const auto law = find_law(member<std::string>(j, "law"));
        if (!law) throw store_error("It is no finding: 'beside' names a law that does not exist.");
        others.push_back(failure_from_json(*law, j));
    }
    return others;
}

// A name is printed whole, so it must not be a long text.
std::string name_in(const json& j, const char* key) {
    constexpr std::size_t longest = 4000;
    auto name = member<std::string>(j, key);
    if (name.size() > longest)
        throw store_error(fmt::format("{}: '{}' has {} characters, and a name has at most {}.",
                                      no_finding, key, name.size(), longest));
    return name;
}

}  // namespace

std::string file_name(const finding& f) {
    std::string identity = properties::text_of(f.the_case);
    if (f.kernel) identity += properties::text_of(kernel_json(*f.kernel));
    return fmt::format("{}-{}-{:016x}.json", about(f.law).code, safe_name(f.property),
                       system::fnv1a(identity));
}

std::string quoted_for_shell(const std::string& text) {
    if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_@./-+,:=") == std::string::npos)
        return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string replay_command(const std::filesystem::path& file) {
    return "tileproof replay " + quoted_for_shell(file.string());
}

json to_json(const finding& f, const std::filesystem::path& file) {
    json j{{"tileproof_finding", finding::schema},
           {"law", about(f.law).code},
           {"law_name", about(f.law).name},
           {"property", f.property},
           {"subject", f.subject},
           {"device", f.device},
           {"case", f.the_case},
           {"failure", f.failure},
           {"why", to_json(f.why)},
           {"seed", f.seed},
           {"index", f.index},
           {"minimized", f.minimized},
           {"first_seen_as", f.first_seen_as},
           {"found", f.found},
           {"version", f.version},
           {"replay", replay_command(file)}};
    if (f.kernel) j["kernel"] = kernel_json(*f.kernel);
    if (f.kernel && !f.kernel->digest.empty()) j["kernel"]["digest"] = f.kernel->digest;
    for (const properties::failure& other : f.beside) {
        json o = to_json(other);
        o["law"] = about(other.law).code;
        j["beside"].push_back(std::move(o));
    }
    return j;
}

finding parse_finding(std::string_view text) {
    const json j = parse_bounded(text);
    if (!j.is_object()) throw store_error("It is not a finding: it is not a JSON object.");
    const int schema = member<int>(j, "tileproof_finding");
    if (schema < finding::oldest_schema || schema > finding::schema)
        throw store_error(
            fmt::format("It is a finding of schema {}, and this tileproof knows only schemas {} to "
                        "{}.",
                        schema, finding::oldest_schema, finding::schema));
    finding f;
    const auto code = name_in(j, "law");
    const auto law = find_law(code);
    if (!law) throw store_error(fmt::format("It names a law '{}' that does not exist.", code));
    f.law = *law;
    f.property = name_in(j, "property");
    f.subject = name_in(j, "subject");
    f.device = name_in(j, "device");
    f.the_case = member<json>(j, "case");
    if (!f.the_case.is_object())
        throw store_error(fmt::format("It is not a finding: 'case' must be an object, not {}.",
                                      shortened_json(f.the_case)));
    f.kernel = kernel_of(j, f);
    f.failure = member<std::string>(j, "failure");
    try {
        f.why = failure_from_json(f.law, j.contains("why") ? j["why"] : json(f.failure));
        if (j.contains("beside")) f.beside = others_of(member<std::vector<json>>(j, "beside"));
    } catch (const bad_case& e) {
        throw store_error(fmt::format("{}: 'why' cannot be read: {}", no_finding, e.what()));
    }
    f.seed = member<std::uint64_t>(j, "seed");
    f.index = member<std::int64_t>(j, "index");
    f.minimized = member<bool>(j, schema == 1 ? "minimised" : "minimized");
    f.first_seen_as = member<json>(j, "first_seen_as");
    f.found = member<std::string>(j, "found");
    f.version = member<std::string>(j, "version");
    return f;
}

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

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
    std::ranges::sort(files);
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

}  // namespace tileproof::fuzz
