// SPDX-License-Identifier: MIT
// Which functions of a file with kernel tests are left as they are because they run once.
#include "devices/cpu_checked/instrument/load_time.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tileproof::cpu_checked {
namespace {

std::string function(const std::string& name, const std::string& calls, const char* group = "#1") {
    std::string text = "define linkonce_odr void @" + name + "() " + group + " comdat {\n";
    if (!calls.empty()) text += "  call void @" + calls + "()\n";
    return text + "  ret void\n}\n";
}

bool optimised(const std::string& module, const std::string& name) {
    const std::string done = without_optimising_loading(module);
    const std::size_t at = done.find("@" + name + "() ");
    EXPECT_NE(at, done.npos) << name;
    return done.substr(at, done.find('\n', at) - at).find(" noinline optnone #") == done.npos;
}

const std::string attributes = "attributes #1 = { nounwind }\nattributes #2 = { alwaysinline }\n";

TEST(LoadTime, IsWhatOnlyStaticVariablesCall) {
    const std::string module = function("__cxx_global_var_init", "_ZN9tileproof9transposeIfEEvv") +
                               function("_ZN9tileproof9transposeIfEEvv", "_ZNSt6stringC2Ev") +
                               function("_ZNSt6stringC2Ev", "") +
                               function("_ZNSt6always", "", "#2") + attributes;
    for (const char* const name :
         {"__cxx_global_var_init", "_ZN9tileproof9transposeIfEEvv", "_ZNSt6stringC2Ev"})
        EXPECT_FALSE(optimised(module, name)) << name;
    EXPECT_TRUE(optimised(module, "_ZNSt6always")) << "it must be inlined";
}

TEST(LoadTime, IsNothingThatACaseMayCall) {
    const std::string module =
        function("_Z6kernelPf", "_ZSt3maxIiE") + function("_ZSt3maxIiE", "_ZNSt4lessIiE") +
        function("_ZNSt4lessIiE", "") +
        function("_ZNSt17_Function_handlerIFvvEE9_M_invokeEv", "_ZNSt6vectorIlEixEm") +
        function("_ZNSt6vectorIlEixEm", "") +
        function("_ZN9tileproof10cpu_engine6launchEv", "_ZNSt5tupleE") +
        function("_ZNSt5tupleE", "") + "@_ZTV5shape = constant [1 x ptr] [ptr @_ZNSt6memberE]\n" +
        function("_ZNSt6memberE", "") + function("_ZN5shapeC2Ev", "_ZTV5shape") + attributes;
    for (const char* const name :
         {"_Z6kernelPf", "_ZSt3maxIiE", "_ZNSt4lessIiE",
          "_ZNSt17_Function_handlerIFvvEE9_M_invokeEv", "_ZNSt6vectorIlEixEm",
          "_ZN9tileproof10cpu_engine6launchEv", "_ZNSt5tupleE", "_ZNSt6memberE"})
        EXPECT_TRUE(optimised(module, name)) << name;
}

TEST(LoadTime, LeavesAllElseAsItIs) {
    const std::string module = "target triple = \"x\"\n" + function("_Z1kv", "") + attributes;
    EXPECT_EQ(without_optimising_loading(module), module);
}

}  // namespace
}  // namespace tileproof::cpu_checked
