// SPDX-License-Identifier: MIT
#include "properties/failure.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "properties/fields.hpp"

namespace tileproof::properties {
namespace {

// "dim 0, element 2", then "the gap between the rows", "index (1,2)" or "element (1,2)".
std::string what_of(const failure_place& where) {
    std::string text;
    for (const auto& [what, number] : where.at)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, number);
    std::string part = where.part;
    if (part.empty() && !where.operand.empty() && (!where.index.empty() || where.number))
        part = "element";
    else if (part.empty() && !where.index.empty())
        part = "index";
    if (!part.empty()) text += (text.empty() ? "" : " ") + part;
    if (!where.index.empty())
        text += ' ' + print_index(where.index);
    else if (where.number)
        text += fmt::format(" {}", *where.number);
    return text;
}

bool in_text(const failure_place& where) { return !where.text.empty() && where.operand.empty(); }

// "index (1,2)", "element (1,2) of output", "output", or the text itself.
std::string place_of(const failure_place& where) {
    const std::string what = what_of(where);
    if (where.operand.empty()) return what;
    return what.empty() ? where.operand : fmt::format("{} of {}", what, where.operand);
}

// A refusal is about the text as a whole, and quotes it.
bool is_refusal(failure_kind kind) {
    using enum failure_kind;
    return kind == accepted_malformed || kind == refused_valid || kind == no_sentence ||
           kind == wrong_exception || kind == not_read_back;
}

// "in packed [2,3], "
std::string frame(const failure& f) {
    if (is_refusal(f.kind)) return {};
    const bool apart = !what_of(f.where).empty() || !f.quantity.empty();
    return in_text(f.where) && apart ? fmt::format("in {}, ", f.where.text) : std::string();
}

std::string with_by(const std::string& value, const said_value& side) {
    return side.by.empty() ? value : value + ' ' + side.by;
}

// "index (1,2) has offset 6, but must have offset 5", "the lengths are (2), but must be (3)"
std::string compared(const failure& f) {
    const std::string where = place_of(f.where);
    const bool its_own = where.empty() || f.quantity.empty();
    const bool plural = where.empty() && f.quantity.ends_with('s');
    const std::string_view quantity = its_own ? std::string_view() : f.quantity;
    std::string text = !where.empty()       ? where
                       : f.quantity.empty() ? f.where.text
                                            : "the " + f.quantity;
    text += its_own ? plural ? " are" : " is" : " has";
    text += ' ' + with_by(say(quantity, f.actual->value), *f.actual);
    if (!f.expected) return text;
    if (!f.expected->by.empty())
        return fmt::format("{}, but {}", text,
                           with_by(say(quantity, f.expected->value), *f.expected));
    return fmt::format("{}, but must {} {}", text, its_own ? "be" : "have",
                       say(quantity, f.expected->value));
}

std::string_view is_or_are(const failure_place& where) {
    return where.affected == 1 ? "is" : "are";
}
std::string_view was_or_were(const failure_place& where) {
    return where.affected == 1 ? "was" : "were";
}
std::string elements(const failure_place& where) {
    return fmt::format("{} of {} element{}", where.affected, where.of, where.of == 1 ? "" : "s");
}

// "3 of 12 elements of output are wrong: the first is element (1,0), which must be 4 and is 5"
std::string counted(const failure& f, std::string_view what) {
    std::string text = fmt::format("{} of {} {}: the first is {}", elements(f.where),
                                   f.where.operand, what, what_of(f.where));
    if (f.expected && f.actual && is_by_old_kernel(f))
        text += fmt::format(", which is {}, but {}", say({}, f.actual->value),
                            with_by(say({}, f.expected->value), *f.expected));
    else if (f.expected && f.actual)
        text += fmt::format(", which must be {} and is {}",
                            with_by(say({}, f.expected->value), *f.expected),
                            with_by(say({}, f.actual->value), *f.actual));
    if (!f.where.other_index.empty())
        text += fmt::format(", what belongs at {}", print_index(f.where.other_index));
    return text;
}

std::string overwritten(const failure& f) {
    const std::string values =
        f.actual && f.expected ? fmt::format("held {} and holds {} after the run",
                                             say({}, f.expected->value), say({}, f.actual->value))
                               : std::string();
    if (f.where.of == 0)
        return place_of(f.where) + " was overwritten" + (values.empty() ? "" : ": it " + values);
    failure_place first = f.where;
    first.part.clear();
    return fmt::format("{}{} of {} {} overwritten: the first is {}{}", elements(f.where),
                       f.where.part.empty() ? "" : " " + f.where.part, f.where.operand,
                       was_or_were(f.where), what_of(first),
                       values.empty() ? "" : ", which " + values);
}

// `"packed [4] -> {slice(0,5): 0 -> 0}" (slice: end beyond the length)`
std::string refused_text(const failure& f) {
    return f.where.part.empty() ? f.where.text
                                : fmt::format("\"{}\" ({})", f.where.text, f.where.part);
}

std::string no_sentence(const failure& f) {
    std::string text = refused_text(f) + " is refused ";
    text += say({}, f.actual->value).empty() ? "without a word"
                                             : fmt::format("with \"{}\"", say({}, f.actual->value));
    return f.expected
               ? fmt::format("{}, but must be refused with {}", text, say({}, f.expected->value))
               : text;
}

std::string not_accepted(std::string why) {
    if (why.ends_with('.')) why.pop_back();
    return "the test does not accept the outputs" + (why.empty() ? "" : ": " + why);
}

// The sentence in the middle, without its full stop; empty if there is nothing but `given` and `detail`.
std::string main_clause(const failure& f) {
    const bool counts = f.where.of > 0 && !f.where.operand.empty();
    switch (f.kind) {
        case failure_kind::accepted_malformed:
            return refused_text(f) + " is accepted, but must be refused";
        case failure_kind::refused_valid:
            return refused_text(f) + " is refused, although it is valid";
        case failure_kind::no_sentence:
            return f.actual ? no_sentence(f) : std::string();
        case failure_kind::wrong_exception:
            if (!f.actual) break;
            return fmt::format("{} is refused by another exception than layout_error, \"{}\"",
                               refused_text(f), say({}, f.actual->value));
        case failure_kind::not_read_back:
            if (!f.actual) break;
            return fmt::format(
                "{} is accepted, but its printed text \"{}\" does not read as the same",
                refused_text(f), say({}, f.actual->value));
        case failure_kind::unwritten:
            if (f.where.operand.empty()) break;
            if (f.actual)
                return counted(
                    f, f.where.affected == 1 ? "keeps its old value" : "keep their old values");
            return counts ? counted(f, fmt::format("{} not written", was_or_were(f.where)))
                          : place_of(f.where) + " was not written";
        case failure_kind::overwritten:
            if (f.where.operand.empty()) break;
            return overwritten(f);
        case failure_kind::not_accepted:
            return not_accepted(f.where.text);
        default:
            break;
    }
    if (!f.actual) return {};
    if (counts && is_by_old_kernel(f))
        return counted(f, f.where.affected == 1 ? "differs" : "differ");
    if (counts) return counted(f, fmt::format("{} wrong", is_or_are(f.where)));
    switch (f.kind) {
        case failure_kind::not_repeatable:
        case failure_kind::depends_on_surroundings:
            if (!f.expected) break;
            return fmt::format("{} is {} and then {}", place_of(f.where),
                               say(f.quantity, f.expected->value),
                               say(f.quantity, f.actual->value));
        case failure_kind::out_of_bounds:
            if (!f.expected) break;
            return fmt::format("{} has {}, outside {} {}", place_of(f.where),
                               with_by(say(f.quantity, f.actual->value), *f.actual), f.expected->by,
                               say({}, f.expected->value));
        case failure_kind::repeated:
            if (f.where.other_index.empty()) break;
            return fmt::format("indices {} and {} both have {}", print_index(f.where.index),
                               print_index(f.where.other_index), say(f.quantity, f.actual->value));
        default:
            break;
    }
    return compared(f);
}

std::string line_of(const kernel_access& access) {
    return fmt::format("{}:{}", access.file, access.line);
}

// A missing barrier makes many pairs of lines clash over one object. They share the line that writes, or the first
// one if both do.
const kernel_access& writer_of(const failure_witness& w) {
    if (!w.other || !w.other->write) return w.access;
    if (!w.access.write) return *w.other;
    return w.access.line <= w.other->line ? w.access : *w.other;
}

std::vector<std::string> located_cause(const failure& f) {
    switch (f.kind) {
        // Whose values may differ in another case: that one says more.
        case failure_kind::same_value_race:
            return {std::string(name(f.kind)), f.where.operand, line_of(writer_of(*f.witness))};
        case failure_kind::race:
        case failure_kind::stream_race:
        case failure_kind::host_race:
        case failure_kind::unfenced_read:
            return {"race", f.where.operand, line_of(writer_of(*f.witness))};
        case failure_kind::out_of_bounds:
        case failure_kind::overwritten:
        case failure_kind::use_after_free:
        case failure_kind::index_outside:
        case failure_kind::misaligned:
        case failure_kind::constant_written:
            // A line that copies may leave an array of its block, or an operand: these have lengths of their own.
            return {f.witness->memory == memory_space::global ? "stray access to device memory"
                                                              : "stray access",
                    line_of(f.witness->access)};
        case failure_kind::uninitialised:
            // Whoever reads a buffer of the launch: it is not set before.
            if (f.witness->of_case > 0)
                return {std::string(name(f.kind)), fmt::format("buffer {}", f.witness->of_case),
                        line_of(f.witness->made)};
            return {std::string(name(f.kind)), f.where.operand, line_of(f.witness->access)};
        default:
            return {std::string(name(f.kind)), line_of(f.witness->access)};
    }
}

}  // namespace

std::string capital(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

std::string print_index(std::span<const std::int64_t> index) {
    return fmt::format("({})", fmt::join(index, ","));
}

std::string say(std::string_view quantity, const fact& value) {
    const std::string before = quantity.empty() ? "" : std::string(quantity) + ' ';
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return before + std::to_string(*number);
    if (const auto* index = std::get_if<std::vector<std::int64_t>>(&value))
        return before + print_index(*index);
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    return quantity.empty()       ? "nothing"
           : quantity == "offset" ? "no element"
                                  : fmt::format("no {}", quantity);
}

bool is_by_old_kernel(const failure& f) {
    return f.kind == failure_kind::wrong_value && f.expected &&
           f.expected->by.starts_with(by_old_kernel);
}

std::string sentence(const failure& f) {
    std::string text = f.given;
    const auto add = [&](const std::string& more) {
        if (!more.empty()) text += (text.empty() ? "" : " ") + more;
    };
    if (const std::string clause = main_clause(f); !clause.empty()) {
        const std::string in = frame(f);
        const bool quotes_text =
            in.empty() && !f.where.text.empty() && clause.starts_with(f.where.text);
        add((quotes_text ? clause : capital(in + clause)) + '.');
    }
    add(f.detail);
    if (!is_located(f)) return text;
    text = fmt::format("{}: {}: {}", line_of(f.witness->access), name(f.kind), text);
    if (f.where.affected > 1 && f.kind != failure_kind::overwritten)
        text += fmt::format(" ({} times in this launch.)", f.where.affected);
    return text;
}

bool is_located(const failure& f) { return f.witness && f.witness->access.line > 0; }

std::string words_of(std::string_view text) {
    std::string words;
    bool inside = false;
    for (const char c : text) {
        const bool letter = std::isalpha(static_cast<unsigned char>(c)) || c == '_';
        if (letter && !inside && !words.empty()) words += ' ';
        if (letter) words += c;
        inside = letter;
    }
    return words;
}

namespace {

// From "in layout_laws.cpp:34:5 of f": "in layout_laws cpp of f layout_laws.cpp:34". Other numbers belong to the
// case.
std::string words_and_lines_of(std::string_view text) {
    std::string words = words_of(text);
    for (std::size_t colon = text.find(':'); colon != text.npos;
         colon = text.find(':', colon + 1)) {
        const std::string_view before = text.substr(0, colon);
        const std::size_t begin = before.find_last_of(" \t/\\('\"") + 1;  // npos + 1 is 0
        const std::string_view file = before.substr(begin);
        const std::size_t end =
            std::min(text.find_first_not_of("0123456789", colon + 1), text.size());
        if (file.find('.') != file.npos && file.find(':') == file.npos && end > colon + 1)
            words += fmt::format(" {}{}", file, text.substr(colon, end - colon));
    }
    return words;
}

}  // namespace

std::string cause_key(const failure& f) {
    std::vector<std::string> parts{std::string(name(f.kind))};
    if (is_located(f)) return fmt::format("{}", fmt::join(located_cause(f), ", "));
    const bool own_text = f.where.part.empty();
    for (const std::string& part : {f.where.operand, words_and_lines_of(f.where.part), f.quantity,
                                    own_text ? words_of(f.where.text) : std::string()})
        if (!part.empty()) parts.push_back(part);
    for (const auto& at : f.where.at) parts.push_back(at.first);
    return fmt::format("{}", fmt::join(parts, ", "));
}

using nlohmann::json;
using std::string_view_literals::operator""sv;

template <>
struct kind_of_value<fact> {
    json write(const fact& value) const {
        return std::visit(
            [](const auto& v) -> json {
                if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>)
                    return nullptr;
                else
                    return v;
            },
            value);
    }
    fact read(const json& j, const member_path& at) const {
        if (j.is_null()) return {};
        if (j.is_string()) return j.get<std::string>();
        if (j.is_array()) return kind_of_value<std::vector<std::int64_t>>{}.read(j, at);
        return kind_of_value<std::int64_t>{}.read(j, at);
    }
};

// {"thread", 1} as ["thread", 1], because an object would lose the order.
template <>
struct kind_of_value<std::pair<std::string, std::int64_t>> {
    json write(const std::pair<std::string, std::int64_t>& value) const { return value; }
    std::pair<std::string, std::int64_t> read(const json& j, const member_path& at) const {
        if (!j.is_array() || j.size() != 2) refuse(at, j, "a text and a whole number");
        return {kind_of_value<std::string>{}.read(j[0], {.item = 0, .up = &at}),
                kind_of_value<std::int64_t>{}.read(j[1], {.item = 1, .up = &at})};
    }
};

static constexpr auto fields_of(std::type_identity<said_value>) {
    return std::tuple{field{"value", &said_value::value}, optional_field{"by", &said_value::by}};
}

static constexpr auto fields_of(std::type_identity<failure_place>) {
    using p = failure_place;
    return std::tuple{
        optional_field{"text", &p::text},     optional_field{"operand", &p::operand},
        optional_field{"part", &p::part},     optional_field{"at", &p::at},
        optional_field{"index", &p::index},   optional_field{"other_index", &p::other_index},
        optional_field{"number", &p::number}, optional_field{"affected", &p::affected},
        optional_field{"of", &p::of}};
}

static constexpr auto fields_of(std::type_identity<kernel_access>) {
    using a = kernel_access;
    return std::tuple{optional_field{"file", &a::file}, optional_field{"function", &a::function},
                      optional_field{"line", &a::line}, optional_field{"column", &a::column},
                      field{"block", &a::block},        field{"thread", &a::thread},
                      field{"write", &a::write}};
}

constexpr std::array memory_names{"unknown"sv,  "global"sv,   "shared"sv,
                                  "constant"sv, "variable"sv, "local"sv};
constexpr std::array remedy_names{"unknown"sv,         "barrier"sv,     "wave barrier"sv,
                                  "separate blocks"sv, "wider scope"sv, "release"sv};

// The values of an enumeration that counts from 0, by their names.
template <class Value, std::size_t N>
auto by_name(const std::array<std::string_view, N>& names) {
    static const auto all = [] {
        std::array<Value, N> values{};
        for (std::size_t i = 0; i < N; ++i) values[i] = static_cast<Value>(i);
        return values;
    }();
    return named{std::span<const Value>(all),
                 [&names](Value v) { return names[static_cast<std::size_t>(v)]; }};
}

static auto fields_of(std::type_identity<failure_witness>) {
    using w = failure_witness;
    return std::tuple{field{"kernel", &w::kernel},
                      field{"access", &w::access},
                      optional_field{"other", &w::other},
                      optional_field{"memory", &w::memory, by_name<memory_space>(memory_names)},
                      optional_field{"bytes", &w::bytes},
                      optional_field{"size", &w::size},
                      optional_field{"made", &w::made},
                      optional_field{"of_case", &w::of_case},
                      optional_field{"remedy", &w::remedy, by_name<race_remedy>(remedy_names)},
                      optional_field{"missing", &w::missing},
                      optional_field{"waiting", &w::waiting}};
}

static auto fields_of(std::type_identity<failure>) {
    using f = failure;
    return std::tuple{
        field{"kind", &f::kind, named{failure_kinds(), [](failure_kind k) { return name(k); }}},
        optional_field{"where", &f::where},
        optional_field{"quantity", &f::quantity},
        optional_field{"actual", &f::actual},
        optional_field{"expected", &f::expected},
        optional_field{"witness", &f::witness},
        optional_field{"given", &f::given},
        optional_field{"detail", &f::detail}};
}

json to_json(const failure& f) { return to_json<failure>(f); }

failure failure_from_json(law_id law, const json& j) {
    failure f{.law = law};
    if (j.is_string()) {
        f.detail = j.get<std::string>();
        return f;
    }
    f = from_json<failure>(j, "failure");
    f.law = law;
    return f;
}

}  // namespace tileproof::properties
