// SPDX-License-Identifier: MIT
#include "tests/mutation/judgements.hpp"

#include <stdexcept>

namespace tileproof::mutation {

judgements::judgements(std::istream& in) {
    judgement now;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const std::string at = "line " + std::to_string(number) + " of the judgements: ";
        if (line[0] == '[') {
            const std::size_t end = line.find("] ");
            if (end == line.npos) throw std::runtime_error(at + "no \"] \" behind the class");
            now = {line.substr(1, end - 1), line.substr(end + 2)};
        } else if (now.kind.empty() || line.find(": ") == line.npos) {
            throw std::runtime_error(at +
                                     "neither \"[class] reason\" nor \"file: place\" below one");
        } else if (!all_.emplace(line, now).second) {
            throw std::runtime_error(at + "this mutant was judged above");
        }
    }
}

const judgement* judgements::find(const nlohmann::json& mutant) const {
    const auto it = all_.find(name_of(mutant));
    return it == all_.end() ? nullptr : &it->second;
}

std::string name_of(const nlohmann::json& mutant) {
    return mutant.at("file").get<std::string>() + ": " + mutant.at("place").get<std::string>();
}

}  // namespace tileproof::mutation
