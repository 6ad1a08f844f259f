// SPDX-License-Identifier: MIT
#include "kernels/user/source_pass.hpp"

#include "kernels/user/translate/passes.hpp"

namespace tileproof::user {

void translation::refuse(std::size_t i, const std::string& sentence) const {
    throw source_refused(place_of(source, tokens[i].at) + sentence);
}

namespace {

// The shared variables of the file lie together, and the engine hears where (kernels/device/cpu/shared_variables.hpp).
constexpr std::string_view before_shared_variables = R"(#ifdef __clang__
#define TILEPROOF_IN_SHARED_MEMORY __attribute__((section("tileproof_shared")))
#else
#define TILEPROOF_IN_SHARED_MEMORY
#endif
)";
constexpr std::string_view after_shared_variables = R"(
extern "C" __attribute__((weak, visibility("hidden"))) const char __start_tileproof_shared[],
    __stop_tileproof_shared[];
namespace tileproof::cpu_engine {
void register_shared_variables(const char*, const char*);
}
__attribute__((constructor)) static void tileproof_register_shared_variables() {
    tileproof::cpu_engine::register_shared_variables(__start_tileproof_shared,
                                                     __stop_tileproof_shared);
}
)";

std::string with_shared_variables(const std::string& text) {
    std::string whole(before_shared_variables);
    return whole.append(text).append(after_shared_variables);
}

}  // namespace

std::string translated(std::string_view preprocessed, translate_for device) {
    translation x{preprocessed, tokens_of(preprocessed), {}, device, {}};
    translate_shared(x);  // first: it replaces whole declarations
    find_kernels(x);
    translate_launches(x);
    translate_addresses(x);
    translate_assembly(x);
    translate_words(x);
    std::string text = x.changes.applied(preprocessed);
    const bool has_shared = text.find("TILEPROOF_IN_SHARED_MEMORY") != text.npos;
    return has_shared ? with_shared_variables(text) : text;
}

}  // namespace tileproof::user
