#include "properties/failure.hpp"
#include "properties/property.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

// Puts what is not empty.
template <class T>
void put(json& into, const char* key, const T& value) {
    if (value != T{}) into[key] = value;
}

json to_json(const fact& value) {
    return std::visit(
        [](const auto& v) -> json {
            if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>)
                return nullptr;
            else
                return v;
        },
        value);
}

fact fact_from_json(const json& j) {
    if (j.is_null()) return {};
    if (j.is_string()) return j.get<std::string>();
    if (j.is_array()) return j.get<std::vector<std::int64_t>>();
    return j.get<std::int64_t>();
}

json to_json(const said_value& side) {
    json j{{"value", to_json(side.value)}};
    put(j, "by", side.by);
    return j;
}

json to_json(const failure_place& where) {
    json j = json::object();
    put(j, "text", where.text);
    put(j, "operand", where.operand);
    put(j, "part", where.part);
    put(j, "at", where.at);
    put(j, "index", where.index);
    put(j, "other_index", where.other_index);
    if (where.number) j["number"] = *where.number;
    put(j, "affected", where.affected);
    put(j, "of", where.of);
    return j;
}

failure_place place_from_json(const json& j) {
    failure_place where;
    where.text = j.value("text", "");
    where.operand = j.value("operand", "");
    where.part = j.value("part", "");
    where.at = j.value("at", where.at);
    where.index = j.value("index", where.index);
    where.other_index = j.value("other_index", where.other_index);
    if (j.contains("number")) where.number = j.at("number").get<std::int64_t>();
    where.affected = j.value("affected", where.affected);
    where.of = j.value("of", where.of);
    return where;
}

json to_json(const kernel_access& access) {
    json j{{"block", access.block}, {"thread", access.thread}, {"write", access.write}};
    put(j, "file", access.file);
    put(j, "function", access.function);
    put(j, "line", access.line);
    put(j, "column", access.column);
    return j;
}

kernel_access access_from_json(const json& j) {
    return {.file = j.value("file", ""),
            .function = j.value("function", ""),
            .line = j.value("line", 0u),
            .column = j.value("column", 0u),
            .block = j.at("block").get<std::array<unsigned, 3>>(),
            .thread = j.at("thread").get<std::array<unsigned, 3>>(),
            .write = j.at("write").get<bool>()};
}

json to_json(const failure_witness& witness) {
    json j{{"kernel", witness.kernel}, {"access", to_json(witness.access)}};
    if (witness.other) j["other"] = to_json(*witness.other);
    return j;
}

failure_witness witness_from_json(const json& j) {
    failure_witness witness{j.at("kernel").get<std::string>(), access_from_json(j.at("access")),
                            std::nullopt};
    if (j.contains("other")) witness.other = access_from_json(j.at("other"));
    return witness;
}

std::optional<said_value> side_from_json(const json& j, const char* key) {
    const auto it = j.find(key);
    if (it == j.end()) return std::nullopt;
    return said_value{fact_from_json(it->at("value")), it->value("by", "")};
}

}  // namespace

json to_json(const failure& f) {
    json j{{"kind", name(f.kind)}};
    if (f.where != failure_place{}) j["where"] = to_json(f.where);
    put(j, "quantity", f.quantity);
    if (f.actual) j["actual"] = to_json(*f.actual);
    if (f.expected) j["expected"] = to_json(*f.expected);
    if (f.witness) j["witness"] = to_json(*f.witness);
    put(j, "given", f.given);
    put(j, "detail", f.detail);
    return j;
}

failure failure_from_json(law_id law, const json& j) try {
    failure f{.law = law};
    if (j.is_string()) {
        f.detail = j.get<std::string>();
        return f;
    }
    const auto kind = find_failure_kind(j.at("kind").get<std::string>());
    if (!kind) throw bad_case(fmt::format("There is no failure of kind {}.", j.at("kind").dump()));
    f.kind = *kind;
    if (j.contains("where")) f.where = place_from_json(j.at("where"));
    f.quantity = j.value("quantity", "");
    f.actual = side_from_json(j, "actual");
    f.expected = side_from_json(j, "expected");
    if (j.contains("witness")) f.witness = witness_from_json(j.at("witness"));
    f.given = j.value("given", "");
    f.detail = j.value("detail", "");
    return f;
} catch (const json::exception& e) {
    throw bad_case(fmt::format("The failure cannot be read: {}.", e.what()));
}

}  // namespace tileproof::properties
