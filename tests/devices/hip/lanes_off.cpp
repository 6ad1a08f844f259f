// SPDX-License-Identifier: MIT
#include "tests/devices/hip/lanes_off.hpp"

#include <cstdint>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

namespace tileproof::tests {
namespace {

struct instruction {
    std::uint64_t address = 0;
    std::string name;
    std::vector<std::string> operands;
};

// What is known where an instruction begins. Of a scalar register: is EXEC whole once it is joined with it?
struct knowledge {
    bool whole = true;
    std::map<std::string, bool> restores;

    bool restored_by(const std::string& word) const {
        const auto found = restores.find(word);
        return found != restores.end() && found->second;
    }
    // Two paths meet; true if anything is known less well than before. A loop's own mask is 0, and so not known,
    // where the loop is entered: what the other path knows of it counts.
    bool meet(const knowledge& other) {
        bool changed = whole && !other.whole;
        whole = whole && other.whole;
        for (const auto& [word, full] : other.restores) {
            const auto [at, isnew] = restores.emplace(word, full);
            changed |= isnew || (at->second && !full);
            at->second = at->second && full;
        }
        return changed;
    }
};

bool is_exec(const std::string& word) { return word == "exec_lo" || word == "exec"; }

void step(const instruction& i, knowledge& k) {
    const auto operand = [&](std::size_t n) {
        return n < i.operands.size() ? i.operands[n] : std::string();
    };
    const std::string to = operand(0);
    if (i.name.starts_with("s_or_saveexec")) {
        // Between two branches: all lanes are on, and `to` has those of the first.
        k.whole = k.restores[to] = k.restored_by(operand(1));
    } else if (i.name.find("_saveexec_") != std::string::npos) {
        // The second branch saves what the first left; joined with it, EXEC is what it was before both.
        const bool second = i.name.find("not1") != std::string::npos;
        k.restores[to] = second ? k.restored_by(operand(1)) : k.whole;
        k.whole = false;
    } else if (i.name.starts_with("v_cmpx")) {
        k.whole = false;
    } else if (is_exec(to)) {
        const bool before = k.whole;
        if (i.name.starts_with("s_or_b"))
            k.whole = before || k.restored_by(operand(2));
        else if (i.name.starts_with("s_mov_b"))
            k.whole = operand(1) == "-1" || k.restored_by(operand(1));
        else
            k.whole = false;
        // Lanes that have left a loop: the first time round, they are all the lanes there were.
        if (i.name.starts_with("s_and_not1") || i.name.starts_with("s_andn2"))
            k.restores.emplace(operand(2), before);
    } else if (i.name.starts_with("s_mov_b") && is_exec(operand(1))) {
        k.restores[to] = k.whole;
    } else if (i.name.starts_with("s_xor_b") && is_exec(operand(1))) {
        k.restores[to] = k.restored_by(operand(2));
    } else if (i.name.starts_with("s_mov_b")) {
        k.restores.erase(to);
        if (k.restores.contains(operand(1))) k.restores[to] = k.restored_by(operand(1));
    }
}

std::vector<std::string> in_function(const std::string& name,
                                     const std::map<std::uint64_t, instruction>& code) {
    std::vector<std::string> found;
    if (code.empty()) return found;
    std::map<std::uint64_t, knowledge> known{{code.begin()->first, {}}};
    std::set<std::uint64_t> open{code.begin()->first};
    while (!open.empty()) {
        const auto at = code.find(*open.begin());
        open.erase(open.begin());
        knowledge after = known.at(at->first);
        const instruction& i = at->second;
        step(i, after);
        std::vector<std::uint64_t> next;
        if (const auto follows = std::next(at); follows != code.end() && i.name != "s_branch" &&
                                                i.name != "s_endpgm" && i.name != "s_setpc_b64")
            next.push_back(follows->first);
        if (i.name == "s_branch" || i.name.starts_with("s_cbranch"))
            next.push_back(i.address + 4 +
                           4 * static_cast<std::uint64_t>(
                                   static_cast<std::int16_t>(std::stoi(i.operands.at(0)))));
        for (const std::uint64_t n : next) {
            if (!code.contains(n)) continue;
            const auto [there, isnew] = known.emplace(n, after);
            if (isnew || there->second.meet(after)) open.insert(n);
        }
    }
    for (const auto& [address, k] : known)
        if (!k.whole && code.at(address).name.starts_with("v_wmma"))
            found.push_back(name + ": " + code.at(address).name);
    return found;
}

}  // namespace

std::vector<std::string> wmma_with_lanes_off(const std::string& listing) {
    static const std::regex label(R"(^[0-9a-f]+ <(.*)>:$)");
    static const std::regex line(R"(^\t(\S+)\s*(.*?)\s*// ([0-9A-F]+):.*$)");
    std::vector<std::string> found;
    std::string function;
    std::map<std::uint64_t, instruction> code;
    const auto finish = [&] {
        for (std::string& f : in_function(function, code)) found.push_back(std::move(f));
        code.clear();
    };
    std::istringstream lines(listing);
    std::smatch part;
    for (std::string text; std::getline(lines, text);) {
        if (std::regex_match(text, part, label)) {
            finish();
            function = part[1];
        } else if (std::regex_match(text, part, line)) {
            instruction i{std::stoull(part[3], nullptr, 16), part[1], {}};
            std::istringstream operands(part[2].str());
            for (std::string word; std::getline(operands, word, ',');) {
                word.erase(0, word.find_first_not_of(' '));
                i.operands.push_back(word.substr(0, word.find(' ')));
            }
            code[i.address] = std::move(i);
        }
    }
    finish();
    return found;
}

}  // namespace tileproof::tests
