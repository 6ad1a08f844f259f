// SPDX-License-Identifier: MIT
#include "compiler/build/test_data_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::compiler {
namespace {

using nlohmann::json;
using sdk::operand;
using sdk::test_data;

// One list of the members for both directions.
void each_member(auto& o, auto&& member) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(o)>>, operand> {
    member("name", o.name);
    member("type", o.type);
    member("bytes", o.bytes);
    member("extents", o.extents);
    member("indices_below", o.indices_below);
    member("each_once", o.each_once);
    member("ranges", o.ranges);
    member("positive", o.positive);
    member("sorted", o.sorted);
    member("row_pointers", o.row_pointers);
    member("one_of", o.one_of);
}

void each_member(auto& m, auto&& member) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(m)>>, sdk::member> {
    member("name", m.name);
    member("type", m.type);
    member("offset", m.offset);
}

void each_member(auto& s, auto&& member) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(s)>>, sdk::scalar> {
    member("name", s.name);
    member("type", s.type);
    member("least", s.least);
    member("most", s.most);
    member("from_list", s.from_list);
    member("values", s.values);
}

void each_member(auto& t, auto&& member) requires
    std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(t)>>, test_data> {
    member("name", t.name);
    member("contract", t.contract);
    member("dims", t.dims);
    member("multiples", t.multiples);
    member("least", t.least);
    member("most", t.most);
    member("strided", t.strided);
    member("shifted", t.shifted);
    member("bounded", t.bounded);
    member("flushes", t.flushes);
    member("relative", t.relative);
    member("powers_of_two", t.powers_of_two);
    member("square", t.square);
    member("work_of_all_dims", t.work_of_all_dims);
    member("huge", t.huge);
    member("launch_cost", t.launch_cost);
    member("edges", t.edges);
    member("far", t.far);
    member("apart", t.apart);
    member("refuses", t.refuses);
    member("alignment", t.alignment);
    member("waves", t.waves);
    member("from", t.from);
    member("to", t.to);
    member("mistake", t.mistake);
    member("unanswered", t.unanswered);
    member("old_kernel", t.old_kernel);
}

// Numbers by their bits: JSON has no infinities and no NaN.
json json_from(const auto& value) { return value; }
json json_from(const double& value) { return std::bit_cast<std::uint64_t>(value); }
json json_from(const std::pair<double, double>& range) {
    return {json_from(range.first), json_from(range.second)};
}
template <class T>
json json_from_each(const std::vector<T>& values) {
    json list = json::array();
    for (const T& value : values) list.push_back(json_from(value));
    return list;
}
json json_from(const std::vector<double>& values) { return json_from_each(values); }
json json_from(const std::vector<std::pair<double, double>>& values) {
    return json_from_each(values);
}

void value_from(const json& j, auto& value) { j.get_to(value); }
void value_from(const json& j, double& value) {
    value = std::bit_cast<double>(j.get<std::uint64_t>());
}
void value_from(const json& j, std::pair<double, double>& range) {
    value_from(j.at(0), range.first);
    value_from(j.at(1), range.second);
}
template <class T>
void value_from_each(const json& j, std::vector<T>& values) {
    for (const json& one : j) value_from(one, values.emplace_back());
}
void value_from(const json& j, std::vector<double>& values) { value_from_each(j, values); }
void value_from(const json& j, std::vector<std::pair<double, double>>& values) {
    value_from_each(j, values);
}

json written(const auto& of) {
    json j;
    each_member(of, [&](const char* name, const auto& value) { j[name] = json_from(value); });
    return j;
}
void read(const json& j, auto& into) {
    each_member(into, [&](const char* name, auto& value) { value_from(j.at(name), value); });
}

template <class Choice>
Choice choice_of(const json& j, Choice last) {
    const int number = j.get<int>();
    if (number < 0 || number > static_cast<int>(last)) throw std::out_of_range("a choice");
    return static_cast<Choice>(number);
}

json written_test(const test_data& t) {
    json j = written(t);
    j["law"] = static_cast<int>(t.law);
    j["refusal"] = static_cast<bool>(t.refusal);
    j["reference"] = static_cast<bool>(t.reference);
    j["accepts"] = static_cast<bool>(t.accepts);
    j["operands"] = json::array();
    for (const operand& o : t.operands) {
        json& one = j["operands"].emplace_back(written(o));
        one["use"] = static_cast<int>(o.use);
        one["values"] = static_cast<int>(o.values);
        one["members"] = json::array();
        for (const sdk::member& m : o.members) one["members"].push_back(written(m));
    }
    j["scalars"] = json::array();
    for (const sdk::scalar& s : t.scalars) j["scalars"].push_back(written(s));
    return j;
}

[[noreturn]] void not_loaded() {
    throw std::logic_error("A user's code was called in a process that has not loaded it.");
}

test_data read_test(const json& j) {
    test_data t;
    read(j, t);
    t.law = choice_of(j.at("law"), sdk::relation::reversed);
    for (const json& one : j.at("operands")) {
        operand& o = t.operands.emplace_back();
        read(one, o);
        o.use = choice_of(one.at("use"), sdk::operand_use::in_out);
        o.values = choice_of(one.at("values"), sdk::number_values::any);
        for (const json& m : one.at("members")) read(m, o.members.emplace_back());
    }
    for (const json& one : j.at("scalars")) read(one, t.scalars.emplace_back());
    if (j.at("refusal").get<bool>()) t.refusal = [](const long*) -> std::string { not_loaded(); };
    if (j.at("reference").get<bool>()) t.reference = [](const sdk::answer&) { not_loaded(); };
    if (j.at("accepts").get<bool>())
        t.accepts = [](const sdk::answer&) -> std::string { not_loaded(); };
    t.launch = [](const sdk::call&) { not_loaded(); };
    return t;
}

// The first member in which two objects differ, those that are easily told first.
std::string difference_of(const json& a, const json& b) {
    for (const char* key : {"name", "type", "extents"})
        if (a.value(key, json()) != b.value(key, json()))
            return fmt::format("its {}: {}, and not {}", key, b[key].dump(), a[key].dump());
    for (const auto& [key, value] : a.items())
        if (value != b.at(key)) return "its " + key;
    return {};
}

}  // namespace

std::string declared_otherwise(const test_data& a, const test_data& b) {
    const json one = written_test(a), two = written_test(b);
    for (const char* key : {"contract", "dims", "from", "to"})
        if (one[key] != two[key])
            return fmt::format("its {} is {}, and not {}", key, two[key].dump(), one[key].dump());
    for (const char* list : {"operands", "scalars"}) {
        const json &all = one[list], &others = two[list];
        for (std::size_t i = 0; i < std::min(all.size(), others.size()); ++i)
            if (const std::string what = difference_of(all[i], others[i]); !what.empty())
                return fmt::format("its {} differs in {}", all[i]["name"].get<std::string>(), what);
        if (all.size() != others.size())
            return fmt::format("it has {} {}, and not {}", others.size(), list, all.size());
    }
    return {};
}

// Names may hold any bytes; invalid UTF-8 is replaced.
std::string text_of_tests(const std::vector<test_data>& tests) {
    json all = json::array();
    for (const test_data& t : tests) all.push_back(written_test(t));
    return all.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<test_data> tests_of_text(std::string_view text) {
    std::vector<test_data> tests;
    for (const json& j : json::parse(text)) tests.push_back(read_test(j));
    return tests;
}

}  // namespace tileproof::compiler
