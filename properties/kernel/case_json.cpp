// SPDX-License-Identifier: MIT
#include "properties/kernel/case_call.hpp"

#include "properties/fields.hpp"
#include "properties/kernel/huge_case.hpp"
#include "properties/kernel/kernel_case.hpp"
#include "properties/property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

json::json_pointer at(const std::string& key) { return json::json_pointer("/" + key); }

// The keys of a case and the values they lead to; the same walk reads and writes.
class field_walk {
  public:
    virtual ~field_walk() = default;
    virtual void whole(const std::string& key, long_index_t& value) = 0;
    virtual void number(const std::string& key, double& value) = 0;  // a float32
    virtual void any_number(const std::string& key, double& value) = 0;
    virtual void flag(const std::string& key, int& value) = 0;
    virtual void name(const std::string& key, const std::vector<std::string>& names,
                      int& value) = 0;
    virtual bool says(const std::string& key) const = 0;

    void walk(const kernel_contract& contract, kernel_case& c) {
        if (!contract.type_key.empty()) {
            std::vector<std::string> names;
            for (const contract_type& t : contract.types) names.push_back(t.name);
            int type = static_cast<int>(c.type);
            name(contract.type_key, names, type);
            c.type = static_cast<std::size_t>(type);
        }
        for (std::size_t d = 0; d < c.dims.size(); ++d) whole(contract.dims[d].key, c.dims[d]);
        for (std::size_t o = 0; o < c.operands.size(); ++o) layout(contract, c, o);
        if (!contract.common_offset.empty()) {
            long_index_t offset = c.operands[0].offset;
            whole(contract.common_offset, offset);
            for (operand_layout& l : c.operands) l.offset = offset;
        }
        for (std::size_t i = 0; i < c.parameters.size(); ++i)
            parameter(contract.parameters[i], c.parameters[i]);
        for (std::size_t i = 0; i < c.choices.size(); ++i)
            if (!contract.choices[i].optional || says(contract.choices[i].name))
                name(contract.choices[i].name, contract.choices[i].values, c.choices[i]);
        if (contract.relations.size() > 1) {
            std::vector<std::string> names;
            for (const contract_relation& r : contract.relations) names.push_back(r.name);
            name("relation", names, c.relation);
        }
        name("data", contract.data.kinds, c.data);
        long_index_t seed = c.data_seed, repeats = c.repeats;
        whole("data_seed", seed);
        whole("repeats", repeats);
        if (seed < 0 || seed > 0xffffffff) throw bad_case("The data_seed of a case has 32 bits.");
        if (repeats < 0 || repeats > 10'000) throw bad_case("A case has 0 to 10000 repeats.");
        c.data_seed = static_cast<std::uint32_t>(seed);
        c.repeats = static_cast<int>(repeats);
        static const std::vector<std::string> fences(fence_names.begin(), fence_names.end());
        int fence = static_cast<int>(c.fence);
        name("fence", fences, fence);
        c.fence = static_cast<devices::placement>(fence);
        if (!(writes() ? c.huge : says("huge"))) return;
        int huge = c.huge ? 1 : 0;
        flag("huge", huge);
        c.huge = huge != 0;
    }

  private:
    void parameter(const contract_parameter& p, double& value) {
        if (!p.takes) return number(p.name, value);
        if (!says(p.key)) return;
        any_number(p.key, value);
        if (!p.takes(value))
            throw bad_case(
                fmt::format("'{}' of a case must be {}, not {}.", p.name, p.values, value));
    }
    void layout(const kernel_contract& contract, kernel_case& c, std::size_t operand) {
        const contract_operand& o = contract.operands[operand];
        operand_layout& l = c.operands[operand];
        if (!o.order.empty() && o.orders.size() == 2) {
            flag(o.order, l.order);
        } else if (!o.order.empty()) {
            std::vector<std::string> names;
            for (const auto& order : o.orders) {
                std::string& text = names.emplace_back();
                for (const int extent : order) text += std::to_string(extent);
            }
            name(o.order, names, l.order);
        }
        if (!o.offset.empty()) whole(o.offset, l.offset);
        const auto levels = levels_of(contract, c, operand);
        for (std::size_t i = levels.size(); i-- > 0;) {
            long_index_t tight = 1;
            if (i + 1 < levels.size() &&
                (__builtin_mul_overflow(levels[i + 1], l.strides[i + 1], &tight) || tight < 1))
                tight = 1;
            long_index_t slack = writes() ? l.strides[i] - tight : 0;
            if (!o.strides[i].empty())
                whole(o.strides[i], o.strides_as_slack ? slack : l.strides[i]);
            if (writes()) continue;
            if (o.strides[i].empty() || o.strides_as_slack) l.strides[i] = tight + slack;
        }
    }
    virtual bool writes() const = 0;
};

class writer : public field_walk {
  public:
    json result = json::object();

  private:
    bool writes() const override { return true; }
    bool says(const std::string&) const override { return true; }
    void whole(const std::string& key, long_index_t& value) override { result[at(key)] = value; }
    void number(const std::string& key, double& value) override { result[at(key)] = value; }
    void any_number(const std::string& key, double& value) override { number(key, value); }
    void flag(const std::string& key, int& value) override { result[at(key)] = value != 0; }
    void name(const std::string& key, const std::vector<std::string>& names, int& value) override {
        result[at(key)] = names[static_cast<std::size_t>(value)];
    }
};

class reader : public field_walk {
  public:
    explicit reader(const json& from) : from_(from) {}

  private:
    bool writes() const override { return false; }
    bool says(const std::string& key) const override { return from_.contains(at(key)); }
    void whole(const std::string& key, long_index_t& value) override {
        const auto n = whole_number<long_index_t>(from_.at(at(key)));
        if (!n) throw bad_case(fmt::format("'{}' of a case must be a whole number.", key));
        value = *n;
    }
    void number(const std::string& key, double& value) override {
        from_.at(at(key)).get_to(value);
        if (!std::isfinite(value) || static_cast<double>(static_cast<float>(value)) != value)
            throw bad_case(fmt::format("'{}' of a case must be a finite float32 number.", key));
    }
    void any_number(const std::string& key, double& value) override {
        from_.at(at(key)).get_to(value);
    }
    void flag(const std::string& key, int& value) override {
        value = from_.at(at(key)).get<bool>() ? 1 : 0;
    }
    void name(const std::string& key, const std::vector<std::string>& names, int& value) override {
        auto text = from_.at(at(key)).get<std::string>();
        if (text == "fp16") text = "f16";  // as in older cases
        auto found = std::ranges::find(names, text);
        if (found == names.end() && text == "random")  // and its name
            found = std::ranges::find(names, "full_digits");
        if (found == names.end())
            throw bad_case(fmt::format("'{}' of a case is one of {}, not '{}'.", key,
                                       fmt::join(names, ", "), text));
        value = static_cast<int>(found - names.begin());
    }
    const json& from_;
};

void check_size(const kernel_contract& contract, const kernel_case& c) {
    for (const operand_layout& l : c.operands)
        if (l.offset < 0 || l.offset > 4096)
            throw bad_case("The offsets of a case are 0 to 4096 elements.");
    if (!why_senseless(contract, c).empty()) return;  // such a case gets no memory
    if (c.huge) {
        if (std::string why = why_not_huge(contract, c); !why.empty()) throw bad_case(why);
        return;
    }
    if (work_of(contract, c) > 0x1p28)
        throw bad_case(
            fmt::format("A case of a {} has more than 2^28 steps of work, the most "
                        "allowed.",
                        contract.name));
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const auto width = static_cast<long_index_t>(contract.types[c.type].each[o]->bytes);
        if (reach_of(contract, c, o) > most_case_bytes / width)
            throw bad_case(
                fmt::format("The case needs more than {} bytes for {}; that is the most "
                            "allowed.",
                            most_case_bytes, contract.operands[o].name));
    }
}

}  // namespace

json to_json(const kernel_contract& contract, const kernel_case& c) {
    writer w;
    kernel_case copy = c;
    w.walk(contract, copy);
    return std::move(w.result);
}

kernel_case case_from_json(const kernel_contract& contract, const json& j) try {
    kernel_case c = plain_case(contract, std::vector<long_index_t>(contract.dims.size()));
    reader(j).walk(contract, c);
    if (contract.settle) {
        kernel_case settled = c;
        contract.settle(settled);
        if (!(settled == c))
            throw bad_case(
                fmt::format("The parts of the case of a {} contradict each other.", contract.name));
    }
    check_size(contract, c);
    return c;
} catch (const json::exception&) {  // its text is for programmers
    throw bad_case(fmt::format("The case of a {} lacks a member, or has one of the wrong kind.",
                               contract.name));
}

}  // namespace tileproof::properties
