#include "fuzz/finding/finding.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "properties/json_text.hpp"
#include "properties/whole_number.hpp"
#include "system/atomic_file.hpp"

#include <fmt/format.h>

#include <cctype>
#include <ctime>
#include <limits>
#include <type_traits>

namespace tileproof::properties {
namespace {

using nlohmann::json;

// FNV-1a, 64 bit: names files, guards nothing.
std::uint64_t digest(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

// Characters that are safe in a file name on every system, and in a shell without quotes.
std::string safe_name(std::string_view text) {
    std::string safe;
    for (const char c : text)
        safe += std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '@' || c == '.'
                    ? c
                    : '_';
    return safe.substr(0, 100);
}

std::string quoted_for_shell(const std::string& text) {
    if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_@./-+,:=") == std::string::npos)
        return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

template <class T>
T member(const json& j, const char* key) {
    const auto it = j.find(key);
    if (it == j.end()) throw store_error(fmt::format("It is no finding: '{}' is missing.", key));
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (const auto n = whole_number<T>(*it)) return *n;
        throw store_error(fmt::format(
            "It is no finding: '{}' is {}, but must be a whole number from {} to {}.", key,
            text_of(*it), std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    }
    try {
        return it->get<T>();
    } catch (const json::exception&) {
        throw store_error(
            fmt::format("It is no finding: '{}' is of the wrong kind ({}).", key, it->type_name()));
    }
}

}  // namespace

std::string file_name(const finding& f) {
    return fmt::format("{}-{}-{:016x}.json", about(f.law).code, safe_name(f.property),
                       digest(text_of(f.the_case)));
}

std::string replay_command(const std::filesystem::path& file) {
    return "tileproof replay " + quoted_for_shell(file.string());
}

json to_json(const finding& f, const std::filesystem::path& file) {
    return {{"tileproof_finding", finding::schema},
            {"law", about(f.law).code},
            {"law_name", about(f.law).name},
            {"property", f.property},
            {"subject", f.subject},
            {"device", f.device},
            {"case", f.the_case},
            {"failure", f.failure},
            {"seed", f.seed},
            {"index", f.index},
            {"minimised", f.minimised},
            {"first_seen_as", f.first_seen_as},
            {"found", f.found},
            {"version", f.version},
            {"replay", replay_command(file)}};
}

finding parse_finding(std::string_view text) {
    const json j = parse_bounded(text);
    if (!j.is_object()) throw store_error("It is no finding: it is no JSON object.");
    const int schema = member<int>(j, "tileproof_finding");
    if (schema != finding::schema)
        throw store_error(
            fmt::format("It is a finding of schema {}, and this tileproof knows only "
                        "schema {}.",
                        schema, finding::schema));
    finding f;
    const auto code = member<std::string>(j, "law");
    const auto law = find_law(code);
    if (!law) throw store_error(fmt::format("It names a law '{}' that does not exist.", code));
    f.law = *law;
    f.property = member<std::string>(j, "property");
    f.subject = member<std::string>(j, "subject");
    f.device = member<std::string>(j, "device");
    f.the_case = member<json>(j, "case");
    f.failure = member<std::string>(j, "failure");
    f.seed = member<std::uint64_t>(j, "seed");
    f.index = member<std::int64_t>(j, "index");
    f.minimised = member<bool>(j, "minimised");
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

}  // namespace tileproof::properties
