// SPDX-License-Identifier: MIT
// tileproof-mutants: finds what can be mutated in sources, and writes the sources anew with every mutant in them.
//
//   tileproof-mutants find -p BUILD ROOT FOLDER,FOLDER FOUND.json SOURCE...     of these translation units
//   tileproof-mutants write ROOT MUTANTS.json FOUND.json...          rewrites files below ROOT in place
#include "tests/mutation/find_mutants.hpp"
#include "tests/mutation/rewrite.hpp"

#include <clang/Frontend/ASTUnit.h>
#include <clang/Tooling/ArgumentsAdjusters.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/Tooling.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using namespace tileproof::mutation;
using nlohmann::json;

std::vector<std::string> split(const std::string& list) {
    std::vector<std::string> parts;
    std::istringstream in(list);
    for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
    return parts;
}

class finder final : public clang::ASTConsumer {
  public:
    finder(const where& asked, site_map& found) : asked_(asked), found_(found) {}
    void HandleTranslationUnit(clang::ASTContext& context) override {
        find_mutants(context, asked_, found_);
    }

  private:
    const where& asked_;
    site_map& found_;
};

class finder_factory final : public clang::tooling::FrontendActionFactory {
  public:
    finder_factory(const where& asked, site_map& found) : asked_(asked), found_(found) {}
    std::unique_ptr<clang::FrontendAction> create() override {
        struct action final : clang::ASTFrontendAction {
            const where& asked;
            site_map& found;
            action(const where& a, site_map& f) : asked(a), found(f) {}
            std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                                  llvm::StringRef) override {
                return std::make_unique<finder>(asked, found);
            }
        };
        return std::make_unique<action>(asked_, found_);
    }

  private:
    const where& asked_;
    site_map& found_;
};

int find(const std::vector<std::string>& words) {
    std::string error;
    const auto database =
        clang::tooling::CompilationDatabase::loadFromDirectory(words.at(1), error);
    if (!database) {
        std::cerr << "tileproof-mutants: no compile commands in " << words[1] << ": " << error
                  << '\n';
        return 2;
    }
    const where asked{words.at(2) + "/", split(words.at(3))};
    site_map found;
    clang::tooling::ClangTool tool(*database,
                                   std::vector<std::string>(words.begin() + 5, words.end()));
    tool.appendArgumentsAdjuster(clang::tooling::getInsertArgumentAdjuster("-w"));
    finder_factory factory(asked, found);
    if (const int status = tool.run(&factory); status != 0) return 2;
    json all = json::array();
    for (const auto& [key, s] : found) all.push_back(to_json(s));
    std::ofstream(words.at(4)) << all << '\n';
    return 0;
}

int write(const std::vector<std::string>& words) {
    site_map all;
    for (std::size_t i = 3; i < words.size(); ++i) {
        std::ifstream in(words[i]);
        for (const json& j : json::parse(in)) merge(all, site_from(j));
    }
    const json mutants = rewrite_sources(words.at(1), all);
    std::ofstream(words.at(2)) << mutants.dump(1) << '\n';
    std::cout << mutants.size() << " mutants\n";
    return 0;
}

}  // namespace

int main(int count, char** arguments) try {
    std::vector<std::string> words(arguments + 1, arguments + count);
    if (words.size() >= 6 && words[0] == "find") return find(words);
    if (words.size() >= 4 && words[0] == "write") return write(words);
    std::cerr << "Usage: tileproof-mutants find BUILD ROOT FOLDER,.. FOUND.json SOURCE...\n"
                 "       tileproof-mutants write ROOT MUTANTS.json FOUND.json...\n";
    return 2;
} catch (const std::exception& e) {
    std::cerr << "tileproof-mutants: " << e.what() << '\n';
    return 2;
}
