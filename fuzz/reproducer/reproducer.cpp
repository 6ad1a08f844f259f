// SPDX-License-Identifier: MIT
#include "fuzz/reproducer/reproducer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tileproof/layout_error.hpp>

#include "properties/layout/layout_property.hpp"
#include "properties/property.hpp"
#include "system/text_layout.hpp"

namespace tileproof::fuzz {

using properties::bad_case;
using properties::bytes_from_json_text;
using properties::law_id;
using properties::property;

namespace {

// For printf: letters and digits as they are, all else in octal.
std::string printable(const std::string& bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        text += plain ? std::string(1, c) : fmt::format("\\{:03o}", byte);
    }
    return text;
}

std::string as_shell_comment(const std::string& text) {
    std::string lines = as_comment(text);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        lines.replace(at, 2, "# ");
    return lines;
}

}  // namespace

std::string as_comment(const std::string& text) {
    std::string lines = system::wrapped(text, "   ", 100);
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
        lines.replace(at, 2, "//");
    return lines;
}

std::vector<reproducer> reproducers_of(const finding& f, const property* judge) try {
    const auto& c = f.the_case;
    const auto has_text = [&](const char* key) { return c.contains(key) && c[key].is_string(); };
    if (!c.is_object()) throw bad_case("The case of the finding is not an object.");
    if (f.kernel) return judge ? user_reproducers(f, *judge) : std::vector<reproducer>();
    if (has_text("bytes")) return input_reproducers(f);
    if (has_text("layout")) return layout_reproducers(f, c["layout"].get<std::string>());
    if (has_text("text"))
        return layout_reproducers(f, bytes_from_json_text(c["text"].get<std::string>()));
    if (has_text("tile")) return tile_reproducers(f);
    if (c.contains("layouts") || c.contains("tiles")) return device_reproducers(f);
    if (f.law == law_id::L8) return division_reproducers(f);
    return catalogue_reproducers(f);
} catch (const layout_error& e) {
    throw bad_case(e.what());
} catch (const nlohmann::json::exception&) {  // whose text is for programmers
    throw bad_case("The case of the finding lacks a member, or has one of the wrong kind.");
}

// Findings whose case is the bytes that a fuzz target was given: a script that gives them to it again.

std::vector<reproducer> input_reproducers(const finding& f) {
    const std::string bytes = bytes_from_json_text(f.the_case.at("bytes").get<std::string>());
    const std::string target = f.property.substr(f.property.find('/') + 1);
    return {{"sh",
             "#!/bin/sh\n" + as_shell_comment(f.failure) +
                 fmt::format("#\n# sh THIS_FILE PROGRAM, where PROGRAM is bin/replay/{0} or "
                             "bin/fuzz/{0} of a build of tileproof.\n"
                             "# Ends with 1 while the bug is there, and with 0 when it is gone.\n"
                             "input=$(mktemp) && printf '{1}' > \"$input\" || exit 2\n"
                             "\"$1\" \"$input\" && wrong=0 || wrong=1\n"
                             "rm -f \"$input\"\n"
                             "test $wrong = 0 && echo The bug is gone. || echo The bug is there.\n"
                             "exit $wrong\n",
                             target, printable(bytes))}};
}

}  // namespace tileproof::fuzz
