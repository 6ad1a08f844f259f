// SPDX-License-Identifier: MIT
#include "properties/layout/generator/malformed.hpp"
#include "properties/layout/layout_laws.hpp"
#include "properties/refusal_text.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

namespace tileproof::properties {
namespace {

class refusal_check {
  public:
    refusal_check(const layout_subject& subject, const malformed_layout& malformed)
        : m_subject(subject), m_malformed(malformed) {}

    law_result run() const {
        if (m_malformed.description && !m_malformed.certain) return read_as_said();
        if (m_malformed.description) {
            law_result result =
                refused([&] { m_subject.make(*m_malformed.description); }, m_malformed.names);
            if (result.failed()) return result;
        }
        if (!m_malformed.certain) return refused_or_read_back();
        // The parser or the maker refuses it, whichever notices first, so any sentence will do.
        return refused([&] { m_subject.make(parse_layout(m_malformed.text)); }, "");
    }

  private:
    failure wrong(failure_kind kind) const {
        return {.law = law_id::L13,
                .kind = kind,
                .where = {.text = readable(m_malformed.text), .part = m_malformed.rule}};
    }

    law_result judge_refusal(std::string_view said, std::string_view must_name) const {
        std::string lacks = lacking(said, must_name);
        if (lacks.empty()) return held(law_id::L13);
        failure f = wrong(failure_kind::no_sentence);
        f.actual = said_value{std::string(said)};
        f.expected = said_value{std::move(lacks)};
        return failed(std::move(f));
    }

    law_result other_exception(const std::exception& error) const {
        failure f = wrong(failure_kind::wrong_exception);
        f.actual = said_value{error.what()};
        return failed(std::move(f));
    }

    law_result not_read_back(std::string printed, std::string detail) const {
        failure f = wrong(failure_kind::not_read_back);
        f.actual = said_value{std::move(printed)};
        f.detail = std::move(detail);
        return failed(std::move(f));
    }

    law_result refused(auto&& make, std::string_view must_name) const {
        try {
            make();
        } catch (const layout_error& error) {
            return judge_refusal(error.what(), must_name);
        } catch (const std::exception& error) {
            return other_exception(error);
        }
        return failed(wrong(failure_kind::accepted_malformed));
    }

    law_result read_as_said() const {
        try {
            const layout_description read = parse_layout(m_malformed.text);
            m_subject.make(read);
            if (read == *m_malformed.description) return held(law_id::L13);
            return not_read_back(print_layout(read), "That is another layout.");
        } catch (const layout_error& error) {
            failure f = wrong(failure_kind::refused_valid);
            f.detail = error.what();
            return failed(std::move(f));
        } catch (const std::exception& error) {
            return other_exception(error);
        }
    }

    law_result refused_or_read_back() const {
        layout_description description;
        try {
            description = parse_layout(m_malformed.text);
            m_subject.make(description);
        } catch (const layout_error& error) {
            return judge_refusal(error.what(), {});
        } catch (const std::exception& error) {
            return other_exception(error);
        }
        std::string printed = print_layout(description);
        try {
            if (parse_layout(printed) == description) return held(law_id::L13);
        } catch (const layout_error& error) {
            return not_read_back(std::move(printed), error.what());
        }
        return not_read_back(std::move(printed), "That reads as another layout.");
    }

    const layout_subject& m_subject;
    const malformed_layout& m_malformed;
};

}  // namespace

law_result check_refusal(const layout_subject& subject, const malformed_layout& malformed) {
    return refusal_check(subject, malformed).run();
}

}  // namespace tileproof::properties
