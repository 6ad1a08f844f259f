// SPDX-License-Identifier: MIT
// Any bytes as a finding file and as the cases in it: read, or refused with a sentence. What is
// read is written and read again as the same finding, and its case, whatever it is, reaches the
// properties as a bad_case at the worst.
#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/target.hpp"
#include "properties/fields.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "properties/layout/layout_property.hpp"
#include "system/file.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using namespace properties;
using namespace system;

// Cases are read by those who know them; any JSON may stand there.
static void read_as_cases(const nlohmann::json& c) {
    try {
        static const kernel_contract transposes = transpose_contract();
        const kernel_case read = case_from_json(transposes, c);
        if (case_from_json(transposes, to_json(transposes, read)) != read)
            broken("A transpose case does not read as it is written.");
    } catch (const bad_case& e) {
        require_sentence(e.what());
    }
    try {
        const layout_description d = layout_from_json(c);
        if (layout_from_json(layout_to_json(d)) != d)
            broken("A layout description does not read as it is written.");
    } catch (const bad_case& e) {
        require_sentence(e.what());
    }
}

void judge_input(input_bytes input) {
    const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
    nlohmann::json any;
    try {
        any = parse_bounded(text);
    } catch (const store_error& e) {
        return require_sentence(e.what());
    }
    read_as_cases(any);
    try {
        const finding f = parse_finding(text);
        const std::string written = text_of(to_json(f, "findings/any.json"));
        if (text_of(to_json(parse_finding(written), "findings/any.json")) != written)
            broken("A finding does not read as it is written.");
        (void)file_name(f);
        read_as_cases(f.the_case);
    } catch (const store_error& e) {
        require_sentence(e.what());
    }
}

}  // namespace tileproof::fuzz
