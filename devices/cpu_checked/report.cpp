// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/report.hpp"

namespace tileproof::cpu_checked {
namespace {

std::string all_texts(const std::vector<check_report>& reports) {
    std::string out;
    for (const check_report& r : reports) (out += out.empty() ? "" : "\n") += text(r);
    return out;
}

}  // namespace

std::string_view name(check_kind kind) {
    static constexpr std::string_view names[] = {
#define FAULT(kind, name, ...) name,
#include "devices/faults.def"
#undef FAULT
        "older value read"};
    return names[static_cast<std::size_t>(kind)];
}

std::string text(const check_report& r) {
    std::string out;
    if (r.access.at.line) out = r.access.at.file + ":" + std::to_string(r.access.at.line) + ": ";
    (out += name(r.kind)) += ": " + sentence(r);
    if (r.count > 1) out += " (" + std::to_string(r.count) + " times in this launch.)";
    return out;
}

check_error::check_error(std::vector<check_report> found)
    : device_error(all_texts(found)), reports(std::move(found)) {}

}  // namespace tileproof::cpu_checked
