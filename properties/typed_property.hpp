// SPDX-License-Identifier: MIT
// A property with its own case type. The erased interface, `property`, uses JSON, so that cases can be stored, sent
// to a worker and replayed; the conversion between the two is done here, once.
//
//   class divisions : public typed_property<division_case> {
//       division_case generate(draw& from, int size) const override { ... }
//       case_result check(const division_case& c) const override { return check_division(*subject_, c); }
//       ...
//   };
//   p.generate(random, 30)                    {"bits": 32, "dividend": 65, "divisor": 7}
//   p.check(R"({"bits": 7.5, ...})"_json)     throws bad_case: "'bits' of the case is 7.5, but must be ..."
//
// The table of fields of the case type (fields.hpp) says how a case is written. If reading a case takes more than its
// JSON, such as a declaration, override read() and write().
#pragma once

#include "properties/draw.hpp"
#include "properties/fields.hpp"
#include "properties/property.hpp"

namespace tileproof::properties {

// How a case is read and written: by its table of fields, or by the property itself. read() throws bad_case.
template <class Case>
class case_json : public property {
  public:
    virtual Case read(const nlohmann::json& c) const = 0;
    virtual nlohmann::json write(const Case& c) const = 0;
};
template <has_fields Case>
class case_json<Case> : public property {
  public:
    virtual Case read(const nlohmann::json& c) const { return from_json<Case>(c); }
    virtual nlohmann::json write(const Case& c) const { return to_json(c); }
};

template <class Case>
class typed_property : public case_json<Case> {
  public:
    using case_type = Case;

    virtual Case generate(draw& from, int size) const = 0;
    // The boundaries, run before any random case.
    virtual std::vector<Case> boundary_cases() const { return {}; }
    virtual case_result check(const Case& c) const = 0;
    virtual std::vector<Case> smaller(const Case& c) const = 0;
    virtual std::vector<std::string> classify(const Case& c) const = 0;

    nlohmann::json generate(rc::Random& random, int size) const final {
        draw from(random);
        return this->write(generate(from, size));
    }
    std::vector<nlohmann::json> first_cases() const final { return write_all(boundary_cases()); }
    case_result check(const nlohmann::json& c) const final { return check(this->read(c)); }
    std::vector<nlohmann::json> smaller(const nlohmann::json& c) const final {
        return write_all(smaller(this->read(c)));
    }
    std::vector<std::string> classify(const nlohmann::json& c) const final {
        return classify(this->read(c));
    }

  private:
    std::vector<nlohmann::json> write_all(const std::vector<Case>& cases) const {
        std::vector<nlohmann::json> all;
        for (const Case& c : cases) all.push_back(this->write(c));
        return all;
    }
};

}  // namespace tileproof::properties
