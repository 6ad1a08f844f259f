// SPDX-License-Identifier: MIT
#include "properties/tile/tile_subject.hpp"

#include "properties/refusal_text.hpp"

#include <tileproof/layout_error.hpp>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>

namespace tileproof::properties {
namespace {

class dynamic_tile : public tile_evaluator {
  public:
    explicit dynamic_tile(const tile_encoding& e) : m_map(make_tile_map(e)) {}

    std::vector<long_index_t> x_lengths() const override {
        return {m_map.x_lengths.begin(), m_map.x_lengths.end()};
    }
    long_index_t threads() const override { return m_map.threads; }
    long_index_t registers() const override { return m_map.registers; }
    long_index_t replicas() const override { return m_map.replicas; }

    void index(long_index_t thread, long_index_t register_, long_index_t* x) const override {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        tile_map::unpack(m_map.p_lengths, thread, p);
        tile_map::unpack(m_map.y_lengths, register_, y);
        m_map.x_of(p, y, x);
    }
    std::optional<tile_holder> holder(const long_index_t* x, long_index_t replica) const override {
        long_index_t p[tile_encoding::max_p] = {}, y[tile_encoding::max_y] = {};
        m_map.owner_of(x, replica, p, y);
        return tile_holder{tile_map::pack(m_map.p_lengths, p), tile_map::pack(m_map.y_lengths, y)};
    }

  private:
    tile_map m_map;
};

class dynamic_tile_subject : public tile_subject {
  public:
    std::string_view name() const override { return "tile"; }
    std::unique_ptr<tile_evaluator> make(const tile_encoding& e) const override {
        return std::make_unique<dynamic_tile>(e);
    }
};

}  // namespace

std::optional<tile_holder> tile_evaluator::holder(const long_index_t*, long_index_t) const {
    return std::nullopt;
}

const tile_subject& dynamic_tiles() {
    static const dynamic_tile_subject subject;
    return subject;
}

namespace {

// X of the element with this row-major number.
std::vector<long_index_t> index_of(long_index_t element, const std::vector<long_index_t>& lengths) {
    std::vector<long_index_t> x(lengths.size());
    for (std::size_t i = x.size(); i-- > 0;) {
        x[i] = element % lengths[i];
        element /= lengths[i];
    }
    return x;
}

// The failure of an encoding or a text that is refused, or should be; `fault` says what is wrong with it.
failure wrong_refusal(failure_kind kind, std::string text, std::string fault) {
    return {.law = law_id::L13,
            .kind = kind,
            .where = {.text = std::move(text), .part = std::move(fault)}};
}

law_result judge_sentence(const std::string& said, const std::string& text,
                          const std::string& fault) {
    std::string lacks = lacking(said);
    if (lacks.empty()) return held(law_id::L13);
    failure f = wrong_refusal(failure_kind::no_sentence, text, fault);
    f.actual = said_value{said};
    f.expected = said_value{std::move(lacks)};
    return failed(std::move(f));
}

}  // namespace

reference::tile physical_tile(const tile_encoding& e) {
    reference::tile t;
    t.r.assign(e.r.begin(), e.r.end());
    for (const auto& h : e.h) t.h.emplace_back(h.begin(), h.end());
    for (const auto& ids : e.p) {
        t.p.emplace_back();
        for (const rh_id id : ids) t.p.back().push_back({id.major, id.minor});
    }
    for (const rh_id id : e.y) t.y.push_back({id.major, id.minor});
    return t;
}

failure_place in_register(const tile_encoding& e, tile_holder h) {
    return {.text = print_tile(e), .at = {{"thread", h.thread}, {"register", h.register_}}};
}

fact holder_text(tile_holder h) {
    return "thread " + std::to_string(h.thread) + ", register " + std::to_string(h.register_);
}

std::string not_judged(const tile_encoding& e) {
    if (const std::string fault = reference::tile_fault(physical_tile(e)); !fault.empty())
        return "The encoding is not well made: " + fault + ".";
    long_index_t holders = 1;
    for (int major = 0; major <= e.h.size(); ++major)
        for (int minor = 0; minor < e.minors(major); ++minor) {
            holders *= e.length({major, minor});
            if (holders > most_holders) return "The tile is too large to count every holder.";
        }
    return {};
}

// L2 and L13 of tile distributions.

law_result check_tile_reference(const tile_subject& subject, const tile_encoding& e) {
    if (std::string reason = not_judged(e); !reason.empty())
        return discarded(law_id::L2, std::move(reason));
    const auto tile = subject.make(e);
    const reference::tile_holders right = reference::hold(physical_tile(e));
    std::vector<long_index_t> x(right.x_lengths.size());
    for (long_index_t t = 0; t < right.threads; ++t)
        for (long_index_t r = 0; r < right.registers; ++r) {
            tile->index(t, r, x.data());
            const auto expected =
                index_of(right.element_of[static_cast<std::size_t>(t * right.registers + r)],
                         right.x_lengths);
            if (x != expected)
                return failed({.law = law_id::L2,
                               .kind = failure_kind::wrong_value,
                               .where = in_register(e, {t, r}),
                               .quantity = "X",
                               .actual = said_value{x},
                               .expected = said_value{expected}});
        }
    return held(law_id::L2);
}

law_result check_tile_refusal(const tile_subject& subject, const tile_encoding& e) {
    const std::string fault = reference::tile_fault(physical_tile(e));
    if (fault.empty()) return discarded(law_id::L13, "The encoding is well made.");
    try {
        subject.make(e);
    } catch (const layout_error& error) {
        return judge_sentence(error.what(), print_tile(e), fault);
    } catch (const std::exception& error) {
        failure f = wrong_refusal(failure_kind::wrong_exception, print_tile(e), fault);
        f.actual = said_value{error.what()};
        return failed(std::move(f));
    }
    return failed(wrong_refusal(failure_kind::accepted_malformed, print_tile(e), fault));
}

law_result check_tile_text(std::string_view text) {
    tile_encoding e;
    try {
        e = parse_tile(text);
    } catch (const layout_error& error) {
        return judge_sentence(error.what(), readable(text), "a tile text");
    }
    failure f = wrong_refusal(failure_kind::not_read_back, readable(text), "a tile text");
    const std::string printed = print_tile(e);
    f.actual = said_value{printed};
    try {
        if (parse_tile(printed) == e) return held(law_id::L13);
        f.detail = "That reads as another encoding.";
    } catch (const layout_error& error) {
        f.detail = error.what();
    }
    return failed(std::move(f));
}

law_result check_wrong_tile_text(const std::string& text) {
    try {
        parse_tile(text);
    } catch (const layout_error& error) {
        return judge_sentence(error.what(), readable(text), "a tile text");
    }
    return failed(wrong_refusal(failure_kind::accepted_malformed, readable(text), "a tile text"));
}

law_result check_right_tile_text(const tile_subject& subject, const std::string& text) {
    const auto without_blanks = [](std::string t) {
        std::erase_if(t, [](char c) { return c == ' ' || c == '\t'; });
        return t;
    };
    failure f = wrong_refusal(failure_kind::refused_valid, readable(text), "a right text");
    try {
        const tile_encoding e = parse_tile(text);
        subject.make(e);
        std::string printed = print_tile(e);
        if (without_blanks(printed) == without_blanks(text)) return held(law_id::L13);
        f.kind = failure_kind::not_read_back;
        f.actual = said_value{std::move(printed)};
    } catch (const layout_error& error) {
        f.detail = error.what();
    }
    return failed(std::move(f));
}

}  // namespace tileproof::properties
