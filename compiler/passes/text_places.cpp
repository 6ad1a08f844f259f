// SPDX-License-Identifier: MIT
#include "compiler/passes/text_places.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/InstIterator.h>

namespace tileproof::passes {

using namespace llvm;

namespace {

// "define amdgpu_kernel void @add(ptr %0) {" defines add.
StringRef defined_by(StringRef line) {
    StringRef name = line.split('@').second;
    if (name.consume_front("\"")) return name.split('"').first;
    return name.split('(').first;
}

// Not a label, a comment, a debug record or a part of the instruction above.
bool begins_instruction(StringRef line) {
    if (line.empty() || line.starts_with(";") || line.starts_with("#dbg") ||
        line.starts_with("]") || line.contains("@llvm.dbg."))
        return false;
    for (const StringRef more :
         {"to label ", "catch ", "filter ", "cleanup", "i1 ", "i8 ", "i16 ", "i32 ", "i64 "})
        if (line.starts_with(more)) return false;  // of invoke, landingpad and switch
    return !line.split(';').first.rtrim().ends_with(":");
}

}  // namespace

void place_at_lines(Module& m, StringRef text, StringRef file) {
    DIBuilder at(m);
    DIFile* const named = at.createFile(file, "");
    at.createCompileUnit(dwarf::DW_LANG_C, named, "", true, "", 0, "",
                         DICompileUnit::LineTablesOnly);
    DISubroutineType* const type = at.createSubroutineType(at.getOrCreateTypeArray({}));
    Function* f = nullptr;
    DIScope* scope = nullptr;
    inst_iterator next;
    unsigned number = 0;
    while (!text.empty()) {
        const auto [whole, rest] = text.split('\n');
        const StringRef line = whole.trim();
        text = rest;
        ++number;
        if (line.starts_with("define ")) {
            f = m.getFunction(defined_by(line));
            if (!f) continue;
            next = inst_begin(*f);
            if (f->getSubprogram()) {
                scope = at.createLexicalBlockFile(f->getSubprogram(), named, 0);
                continue;
            }
            f->setSubprogram(at.createFunction(named, f->getName(), f->getName(), named, number,
                                               type, number, DINode::FlagZero,
                                               DISubprogram::SPFlagDefinition));
            scope = f->getSubprogram();
        } else if (line == "}") {
            f = nullptr;
        } else if (f && begins_instruction(line) && next != inst_end(*f)) {
            const std::size_t column = whole.find_first_not_of(" \t") + 1;
            if (!next->getDebugLoc())
                next->setDebugLoc(
                    DILocation::get(m.getContext(), number, static_cast<unsigned>(column), scope));
            ++next;
        }
    }
    if (!m.getModuleFlag("Debug Info Version"))
        m.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
    at.finalize();
}

bool remove_newer_word(std::string& text, unsigned line, unsigned column) {
    std::size_t at = 0;
    for (; line > 1 && at != text.npos; --line) at = text.find('\n', at) + 1;
    at += column;
    const StringRef word =
        StringRef(text).substr(at).take_while([](char c) { return isAlnum(c) || c == '_'; });
    if (!is_contained({"captures", "contract", "dead_on_return", "fast", "initializes",
                       "nocreateundeforpoison", "noext", "samesign"},
                      word))
        return false;
    std::size_t end = at + word.size();
    if (end < text.size() && text[end] == '(')
        for (int depth = 0; end < text.size();) {
            depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
            ++end;
            if (depth == 0) break;
        }
    text.replace(at, end - at, end - at, ' ');
    return true;
}

}  // namespace tileproof::passes
