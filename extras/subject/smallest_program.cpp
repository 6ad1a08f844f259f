// SPDX-License-Identifier: MIT
#include "extras/subject/explain.hpp"

#include "properties/layout/generator/shape.hpp"
#include "properties/layout/subject.hpp"
#include "system/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <regex>

namespace tileproof::subject {
namespace {

using properties::failure;
using properties::law_id;

std::string joined(const std::vector<long_index_t>& numbers) {
    return fmt::format("{}", fmt::join(numbers, ", "));
}

// "(1,2)" -> "1, 2" for each list of numbers in a text.
std::vector<std::string> lists_in(const std::string& text) {
    static const std::regex list("\\(([-0-9,]*)\\)");
    std::vector<std::string> found;
    for (std::sregex_iterator m(text.begin(), text.end(), list), end; m != end; ++m)
        found.push_back(std::regex_replace((*m)[1].str(), std::regex(","), ", "));
    return found;
}

// Then nobody knows which answer it was.
bool ends_before_it_answers(const failure& f) {
    using properties::failure_kind;
    return is_not_compiled(f) || f.kind == failure_kind::crash || f.kind == failure_kind::hang ||
           f.kind == failure_kind::process_exit;
}

class writer {
  public:
    // asked: the only question that is printed, from 1; 0: none; -1: all.
    writer(const library& l, const failure& f, int asked = -1)
        : library_(l), failure_(f), asked_(asked) {}
    int questions() const { return questions_; }

    std::string of(const outside_case& c) {
        outside_case shown = c;
        if (shown.style == number_style::given) shown.style = number_style::plain;
        begin(print_layout(c.layout));
        block(shown, "as it is written");
        if (failure_.law == law_id::L6 && failure_.expected)
            for (const std::string& words : {at_run_time, at_compile_time, as_a_chain})
                if (failure_.expected->by == words)
                    if (auto other = in_form(c, words)) {
                        if (other->style == number_style::given) other->style = number_style::plain;
                        block(*other, words);
                    }
        return text_ + "}\n";
    }
    std::string of(const tile_encoding& e) {
        begin(print_tile(e));
        text_ += fmt::format("    const auto d0 = {};\n", spell(library_, e));
        name_ = "d0";
        rank_ = static_cast<std::size_t>(e.p.size() + e.y.size());
        print_element_of(e);
        return text_ + "}\n";
    }

  private:
    void begin(const std::string& what) {
        text_ = system::wrapped(what, "// ") + system::wrapped(sentence(failure_), "// ");
        text_ = std::regex_replace(text_, std::regex("\n   "), "\n// ");
        for (const std::string& header : library_.includes)
            text_ += fmt::format("#include <{}>\n", header);
        text_ += "#include <cstdint>\n#include <cstdio>\n\n";
        if (!library_.using_line.empty()) text_ += library_.using_line + "\n\n";
        text_ += "int main() {\n";
    }

    // The element that a thread has in a register.
    void print_element_of(const tile_encoding& e) {
        const auto digits = [&](const auto& name, const properties::layout_index& lengths) {
            long_index_t n = 0;
            for (const auto& [what, value] : failure_.where.at)
                if (what == name) n = value;
            return properties::index_at(n, lengths);
        };
        properties::layout_index of_p, of_y;
        for (const auto& ids : e.p) {
            of_p.push_back(1);
            for (const rh_id id : ids) of_p.back() *= e.length(id);
        }
        for (const rh_id id : e.y) of_y.push_back(e.length(id));
        const properties::layout_index p = digits("thread", of_p), y = digits("register", of_y);
        properties::layout_index both = p;
        both.insert(both.end(), y.begin(), y.end());
        for (std::size_t x = 0; x < static_cast<std::size_t>(e.h.size()); ++x)
            print("tile", fmt::format("X{} of P ({}) and Y ({})", x, joined(p), joined(y)),
                  {{"p", joined(p)},
                   {"y", joined(y)},
                   {"index", joined(both)},
                   {"0", std::to_string(x)}});
    }

    void block(const outside_case& c, const std::string& words) {
        const spelled_layout s = spell(library_, c);
        text_ += failure_.law == law_id::L6 ? fmt::format("    {{  // {}\n", words) : "";
        if (!s.numbers.empty())
            text_ += fmt::format("    const std::int64_t v[] = {{{}}};\n", joined(s.numbers));
        for (std::size_t i = 0; i < s.lines.size(); ++i)
            text_ += fmt::format("    [[maybe_unused]] const auto d{} = {};\n", i, s.lines[i]);
        name_ = fmt::format("d{}", s.lines.size() - 1);
        rank_ = failure_.where.index.size();
        if (ends_before_it_answers(failure_))
            ask_all(c.layout);
        else
            show();
        text_ += failure_.law == law_id::L6 ? "    }\n" : "";
    }

    void ask_all(const layout_description& d) {
        const auto levels = properties::lengths_of_levels(d);
        rank_ = levels ? levels->back().size() : 0;
        const std::string zeros = joined(std::vector<long_index_t>(rank_, 0));
        print("space", "element space size", {});
        print("offset", "offset of (" + zeros + ")", {{"index", zeros}});
        print("valid", "element at (" + zeros + ")", {{"index", zeros}});
        print("moved", "offset after no move", {{"step", zeros}, {"from", zeros}});
        for (std::size_t i = 0; i < rank_; ++i) print_claim(i);
    }

    void show() {
        const auto& index = failure_.where.index;
        const text_table at{{"index", joined(index)}};
        const std::string where = properties::print_index(index);
        if (failure_.quantity == "element space size" || failure_.law == law_id::L1 ||
            failure_.law == law_id::L13)
            print("space", "element space size", {});
        if (failure_.quantity == "lengths" || failure_.law == law_id::L6)
            print("static", "is static", {});
        if (failure_.quantity == "lengths") print_lengths();
        if (failure_.law == law_id::L5 && failure_.actual) return print_move(where);
        if (failure_.law == law_id::L9) print_claims();
        if (index.empty() && failure_.quantity != "offset") return;
        print("offset", "offset of " + where, at);
        print("valid", "element at " + where, at);
        for (const auto& [what, k] : failure_.where.at)
            if (failure_.law == law_id::L9 && what == "element") print_element(k);
    }
    void print_lengths() {
        using list = std::vector<std::int64_t>;
        const auto* const lengths =
            failure_.expected ? std::get_if<list>(&failure_.expected->value) : nullptr;
        for (std::size_t i = 0; lengths && i < lengths->size(); ++i) {
            const text_table at{{"0", std::to_string(i)}};
            print("length", fmt::format("length {}", i), at);
            if (failure_.law == law_id::L6)
                print("length of type", fmt::format("length {} of its type", i), at);
        }
    }
    void print_move(const std::string& where) {
        const auto lists = lists_in(failure_.actual->by);  // the step, and from where
        if (lists.size() < 2) return;
        print("moved", "offset after the move", {{"step", lists[0]}, {"from", lists[1]}});
        print("offset", "offset of " + where, {{"index", joined(failure_.where.index)}});
    }
    void print_claim(std::size_t dim) {
        print("vector", fmt::format("safe vector of dim {}", dim), {{"0", std::to_string(dim)}});
    }
    // That of the dim which the failure names, with its length, where no index is wrong.
    void print_claims() {
        for (std::size_t i = 0; i < failure_.where.index.size(); ++i) print_claim(i);
        const auto dim = claimed_dim();
        if (!dim || !failure_.where.index.empty()) return;
        print_claim(*dim);
        print("length", fmt::format("length {}", *dim), {{"0", std::to_string(*dim)}});
    }
    std::optional<std::size_t> claimed_dim() const {
        std::size_t dim = 0;
        if (std::sscanf(failure_.given.c_str(), "Dimension %zu", &dim) != 1) return {};
        return dim;
    }
    // The element of a claimed vector, along the dim that the claim names.
    void print_element(long_index_t k) {
        const auto dim = claimed_dim();
        auto index = failure_.where.index;
        if (!dim || *dim >= index.size()) return;
        index[*dim] += k;
        print("offset", "offset of " + properties::print_index(index), {{"index", joined(index)}});
    }

    void print(const std::string& what, const std::string& words, text_table values) {
        const auto expression = library_.show.find(what);
        if (expression == library_.show.end()) return;
        if (++questions_; asked_ >= 0 && questions_ != asked_) return;
        values["d"] = name_;
        values["rank"] = std::to_string(rank_);
        text_ += fmt::format("    std::printf(\"{}: %lld\\n\", static_cast<long long>({}));\n",
                             words, filled(expression->second, values));
    }

    const library& library_;
    const failure& failure_;
    int asked_, questions_ = 0;
    std::string text_, name_;
    std::size_t rank_ = 0;
};

}  // namespace

std::string smallest_program(const library& l, const any_case& c, const failure& f) {
    return std::visit([&](const auto& one) { return writer(l, f).of(one); }, c);
}

std::vector<std::string> shorter_programs(const library& l, const any_case& c, const failure& f) {
    std::vector<std::string> all;
    if (!ends_before_it_answers(f)) return all;
    writer whole(l, f);
    std::visit([&](const auto& one) { whole.of(one); }, c);
    for (int asked = 0; asked <= whole.questions(); ++asked)
        all.push_back(std::visit([&](const auto& one) { return writer(l, f, asked).of(one); }, c));
    return all;
}

}  // namespace tileproof::subject
