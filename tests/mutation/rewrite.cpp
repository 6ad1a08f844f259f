// SPDX-License-Identifier: MIT
#include "tests/mutation/rewrite.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace tileproof::mutation {
namespace {

using nlohmann::json;

// Puts `text` in at `at`, in place of the bytes up to `until`.
struct edit {
    unsigned at = 0, until = 0;
    bool closes = false;  // behind a node: before what opens the next one
    unsigned extent = 0;  // of the node
    std::string text;
};

bool before(const edit& a, const edit& b) {
    if (a.at != b.at) return a.at < b.at;
    if (a.closes != b.closes) return a.closes;
    // Of nodes that begin together the larger opens first, of those that end together it closes last.
    return a.closes ? a.extent < b.extent : a.extent > b.extent;
}

class rewritten_file {
  public:
    explicit rewritten_file(std::string path) : path_(std::move(path)) {
        std::ifstream in(path_, std::ios::binary);
        if (!in) throw std::runtime_error("cannot read " + path_);
        source_.assign(std::istreambuf_iterator<char>(in), {});
    }
    void add(int id, const site& s) {
        const std::string call = "::mutant::" + s.word + "(" + std::to_string(id) + ", ";
        const std::string flip = "::mutant::flip(" + std::to_string(id) + ", ";
        if (s.word == "keep") {
            put(s.begin, s.begin, false, ~0u, "if (::mutant::keep(" + std::to_string(id) + ")) ");
        } else if (s.word == "logical_and" || s.word == "logical_or") {
            around(s, flip + flip, "))");
            const char* op = s.word == "logical_and" ? ") && " : ") || ";
            put(s.other, s.other_end, false, 0, op + flip);
        } else if (s.word == "pick") {
            const std::string pick = "::mutant::pick(" + std::to_string(id) + ", ";
            const std::string a = source_.substr(s.begin, s.end - s.begin),
                              b = source_.substr(s.other, s.other_end - s.other);
            put(s.begin, s.end, false, 0, pick + a + ", " + b + ")");
            put(s.other, s.other_end, false, 0, pick + b + ", " + a + ")");
        } else if (s.word == "not_x" || s.word == "not_y") {
            std::string other = source_.substr(s.begin, s.end - s.begin);
            other.back() = s.word == "not_x" ? 'y' : 'x';
            around(s, "::mutant::pick(" + std::to_string(id) + ", ", ", " + other + ")");
        } else {
            around(s, call, ")");
            if (s.other_end != s.other) put(s.other, s.other_end, false, 0, ",");
        }
    }
    // The first line is the licence, which makes room for the include.
    void write() {
        std::sort(edits_.begin(), edits_.end(), before);
        std::string out;
        unsigned at = 0;
        for (const edit& e : edits_) {
            if (e.at < at) throw std::runtime_error("edits of " + path_ + " cross");
            out += source_.substr(at, e.at - at) + e.text;
            at = e.until;
        }
        out += source_.substr(at);
        const std::size_t line = out.find('\n');
        if (!out.starts_with("// SPDX"))
            throw std::runtime_error(path_ + " begins without its licence");
        std::ofstream(path_, std::ios::binary)
            << "#include \"tests/mutation/mutant.hpp\"" << out.substr(line);
    }
    const std::string& source() const { return source_; }

  private:
    void put(unsigned at, unsigned until, bool closes, unsigned extent, std::string text) {
        edits_.push_back({at, until, closes, extent, std::move(text)});
    }
    void around(const site& s, std::string open, std::string close) {
        put(s.begin, s.begin, false, s.end - s.begin, std::move(open));
        put(s.end, s.end, true, s.end - s.begin, std::move(close));
    }

    std::string path_, source_;
    std::vector<edit> edits_;
};

std::string one_line(const std::string& text) {
    std::string line;
    for (const char c : text)
        if (c != '\n')
            line += c;
        else if (!line.ends_with(' '))
            line += ' ';
    std::size_t twice;
    while ((twice = line.find("  ")) != line.npos) line.erase(twice, 1);
    return line;
}

// What the mutant has in place of an operator; empty where it changes something else.
std::string wrong_operator(const site& s) {
    static const std::map<std::string, std::string> wrong{
        {"add", "-"},          {"subtract", "+"},         {"multiply", "+"}, {"divide", "*"},
        {"remainder", "/"},    {"bit_and", "|"},          {"bit_or", "&"},   {"bit_xor", "&"},
        {"shift_left", ">>"},  {"shift_right", "<<"},     {"less", "<="},    {"less_or_equal", "<"},
        {"greater", ">="},     {"greater_or_equal", ">"}, {"equal", "!="},   {"not_equal", "=="},
        {"logical_and", "||"}, {"logical_or", "&&"}};
    const auto it = wrong.find(s.word);
    return it == wrong.end() ? "" : it->second;
}

// What stands there, and what the mutant makes of it.
std::pair<std::string, std::string> texts_of(const std::string& source, const site& s) {
    const auto slice = [&](unsigned from, unsigned to) { return source.substr(from, to - from); };
    const std::string original = slice(s.begin, s.end);
    if (const std::string wrong = wrong_operator(s); !wrong.empty())
        return {original, slice(s.begin, s.other) + wrong + slice(s.other_end, s.end)};
    if (s.word == "one_more") return {original, "(" + original + " + 1)"};
    if (s.word == "flip") return {original, "!(" + original + ")"};
    if (s.word == "not_x" || s.word == "not_y")
        return {original,
                original.substr(0, original.size() - 1) + (s.word == "not_x" ? "y" : "x")};
    if (s.word == "pick") {
        const std::string between = slice(s.end, s.other), second = slice(s.other, s.other_end);
        return {original + between + second, second + between + original};
    }
    return {slice(s.begin, static_cast<unsigned>(source.find(';', s.begin)) + 1), "(nothing)"};
}

// The line that the mutant is in, with the change marked: what a mutant is called where lines move.
//   for (int i = 0; i {<|<=} n; ++i)    f(a, 1{+1});    if ({!}empty())    {-}f(a);    f({a|b}, {b|a});
std::string marked_line(const std::string& source, const site& s) {
    const auto slice = [&](unsigned from, unsigned to) { return source.substr(from, to - from); };
    const auto either = [](const std::string& one, const std::string& other) {
        return "{" + one + "|" + other + "}";
    };
    const std::string original = slice(s.begin, s.end), wrong = wrong_operator(s);
    unsigned from = s.begin, to = s.begin;
    std::string mark = s.word == "keep" ? "{-}" : "{!}";
    if (!wrong.empty()) {
        from = s.other, to = s.other_end;
        mark = either(slice(from, to), wrong);
    } else if (s.word == "one_more") {
        from = to = s.end;
        mark = "{+1}";
    } else if (s.word == "not_x" || s.word == "not_y") {
        from = s.end - 1, to = s.end;
        mark = s.word == "not_x" ? "{x|y}" : "{y|x}";
    } else if (s.word == "pick") {
        const std::string second = slice(s.other, s.other_end);
        from = s.begin, to = s.other_end;
        mark = either(original, second) + slice(s.end, s.other) + either(second, original);
    }
    const std::size_t begin = source.rfind('\n', from) + 1, end = source.find('\n', to);
    const std::string line =
        one_line(source.substr(begin, from - begin) + mark + source.substr(to, end - to));
    return line.substr(line.find_first_not_of(' '));
}

}  // namespace

json to_json(const site& s) {
    return {s.file, s.line,  s.column,    s.operation, s.word,    s.begin,
            s.end,  s.other, s.other_end, s.usable,    s.unusable};
}

site site_from(const json& j) {
    return {j.at(0), j.at(1), j.at(2), j.at(3), j.at(4), j.at(5),
            j.at(6), j.at(7), j.at(8), j.at(9), j.at(10)};
}

void merge(site_map& into, const site& s) {
    const auto [it, is_new] = into.try_emplace({s.file, s.begin, s.other, s.operation}, s);
    if (is_new) return;
    it->second.usable += s.usable;
    it->second.unusable += s.unusable;
}

json rewrite_sources(const std::string& root, const site_map& sites) {
    json mutants = json::array();
    std::map<std::string, rewritten_file> files;
    std::map<std::string, int> seen;  // places, which may look alike
    int id = 0;
    // Arguments that change places are replaced as a whole: nothing inside of them is mutated too.
    std::map<std::string, std::vector<std::pair<unsigned, unsigned>>> taken;
    for (const auto& [key, s] : sites)
        if (s.word == "pick" && s.unusable == 0) {
            taken[s.file].push_back({s.begin, s.end});
            taken[s.file].push_back({s.other, s.other_end});
        }
    for (const auto& [key, s] : sites) {
        if (s.unusable > 0 || s.usable == 0) continue;
        const auto inside = [&](const auto& t) {
            return s.begin >= t.first && s.end <= t.second && s.end > s.begin;
        };
        const auto& others = taken[s.file];
        const auto times = std::count_if(others.begin(), others.end(), inside);
        if (s.word == "pick") {
            const auto second = std::count_if(others.begin(), others.end(),
                                              [&](const auto& t) { return t.first == s.other; });
            if (times > 1 || second > 1) continue;  // `a` of both f(a, b) and x[a][b]
        } else if (times > 0) {
            continue;
        }
        rewritten_file& f = files.try_emplace(s.file, root + "/" + s.file).first->second;
        f.add(++id, s);
        auto [original, mutated] = texts_of(f.source(), s);
        std::string place = marked_line(f.source(), s);
        if (const int again = ++seen[s.file + place]; again > 1)
            place += " (" + std::to_string(again) + ")";
        mutants.push_back({{"id", id},
                           {"file", s.file},
                           {"line", s.line},
                           {"column", s.column},
                           {"place", place},
                           {"operation", s.operation},
                           {"original", one_line(original)},
                           {"mutated", one_line(mutated)}});
    }
    for (auto& [name, f] : files) f.write();
    return mutants;
}

}  // namespace tileproof::mutation
