#include "properties/law.hpp"
#include "properties/layout/refusal.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/layout_text.hpp>

#include <algorithm>

namespace tileproof::properties {
namespace {

// The text, with what cannot be printed as \x7f, cut after 400 characters.
std::string readable(const std::string& text) {
    static constexpr char hex[] = "0123456789abcdef";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (result.size() > 400) return result + "...";
        if (byte >= 0x20 && byte < 0x7f)
            result += c;
        else
            (result += "\\x") += {hex[byte >> 4], hex[byte & 15]};
    }
    return result;
}

// What is wrong with the message of a refusal; empty when nothing is.
std::string fault_of(const std::string& message, const std::string& must_name) {
    const auto quoted = "the refusal is \"" + message + "\", ";
    if (message.empty()) return "it is refused without a word";
    if (message.back() != '.') return quoted + "which does not end as a sentence";
    if (message.front() < 'A' || message.front() > 'Z')
        return quoted + "which does not begin as a sentence";
    if (message.find_first_of("0123456789") == std::string::npos)
        return quoted + "which gives no values";
    if (message.find(' ') == std::string::npos) return quoted + "which is no sentence";
    if (message.find(must_name) == std::string::npos)
        return quoted + "which does not name \"" + must_name + "\"";
    return {};
}

class refusal_check {
  public:
    refusal_check(const layout_subject& subject, const malformed_layout& malformed)
        : m_subject(subject), m_malformed(malformed) {}

    verdict run() const {
        if (m_malformed.description) {
            const verdict result =
                refused([&] { m_subject.make(*m_malformed.description); }, m_malformed.names);
            if (!result.held) return result;
        }
        if (!m_malformed.certain) return refused_or_read_back();
        // A text is refused by whoever sees the fault first; so any sentence will do.
        return refused([&] { m_subject.make(parse_layout(m_malformed.text)); }, "");
    }

  private:
    verdict fail(const std::string& what) const {
        return failed(title(law_id::L13) + ": \"" + readable(m_malformed.text) + "\" (" +
                      m_malformed.rule + "): " + what + ".");
    }

    template <class Make>
    verdict refused(Make&& make, const std::string& must_name) const {
        try {
            make();
        } catch (const layout_error& error) {
            const std::string fault = fault_of(error.what(), must_name);
            return fault.empty() ? held() : fail(fault);
        } catch (const std::exception& error) {
            return fail(std::string("it is refused by another exception than layout_error, \"") +
                        error.what() + "\"");
        }
        return fail("it is accepted, but must be refused");
    }

    verdict refused_or_read_back() const {
        layout_description description;
        try {
            description = parse_layout(m_malformed.text);
            m_subject.make(description);
        } catch (const layout_error& error) {
            const std::string fault = fault_of(error.what(), "");
            return fault.empty() ? held() : fail(fault);
        } catch (const std::exception& error) {
            return fail(std::string("it is refused by another exception than layout_error, \"") +
                        error.what() + "\"");
        }
        const std::string printed = print_layout(description);
        try {
            if (parse_layout(printed) == description) return held();
        } catch (const layout_error& error) {
            return fail("it is accepted, but its canonical text \"" + printed +
                        "\" is refused: " + error.what());
        }
        return fail("it is accepted, but its canonical text \"" + printed +
                    "\" reads as another layout");
    }

    const layout_subject& m_subject;
    const malformed_layout& m_malformed;
};

}  // namespace

verdict check_refusal(const layout_subject& subject, const malformed_layout& malformed) {
    return refusal_check(subject, malformed).run();
}

}  // namespace tileproof::properties
