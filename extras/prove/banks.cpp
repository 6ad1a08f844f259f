// SPDX-License-Identifier: MIT
#include "extras/prove/banks.hpp"

#include "devices/banks.hpp"
#include "extras/prove/named_layout.hpp"
#include "extras/prove/symbolic_offset.hpp"
#include "properties/failure.hpp"
#include "properties/layout/subject.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <tileproof/layout_error.hpp>

namespace tileproof::prove {
namespace {

using namespace properties;

constexpr std::size_t most_cases = 4096;  // of positions, and of rests of names

std::size_t lanes_of(const bank_question& q) {
    return devices::lanes_at_once(static_cast<std::uint64_t>(q.width * q.element_bytes));
}

std::string conflict_text(std::size_t ways) {
    return ways <= 1 ? "no bank conflict" : fmt::format("a {}-way bank conflict", ways);
}

// The words of `count` elements from an offset on.
void add_words(long_index_t offset, const bank_question& q, std::vector<std::uint64_t>& words) {
    const auto first = static_cast<std::uint64_t>(offset * q.element_bytes);
    const auto last = first + static_cast<std::uint64_t>(q.width * q.element_bytes) - 1;
    for (auto w = first / devices::bank_bytes; w <= last / devices::bank_bytes; ++w)
        words.push_back(w);
}

// One size, on the library.
struct worst_request {
    std::size_t ways = 1;
    std::string sentence;  // of a conflict, or of a vector that is none
    bool no_vector = false;
};

worst_request worst_at(const named_layout& l, const values& v, const bank_question& q) {
    worst_request worst;
    const auto layout = dynamic_layouts().make(l.at(v));
    const layout_index lengths = layout->lengths();
    std::vector<long_index_t> offsets;
    layout->all_offsets(offsets);
    const auto dim = static_cast<std::size_t>(q.dim);
    std::size_t apart = 1;  // neighbours along the dim, in the listing
    for (std::size_t d = dim + 1; d < lengths.size(); ++d)
        apart *= static_cast<std::size_t>(lengths[d]);
    const auto lanes = static_cast<long_index_t>(lanes_of(q));
    layout_index index;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        index_at(static_cast<long_index_t>(i), lengths, index);
        if (index[dim] % (lanes * q.width) != 0) continue;
        std::vector<std::uint64_t> words;
        std::vector<long_index_t> firsts;
        for (long_index_t e = 0; e < lanes * q.width && index[dim] + e < lengths[dim];
             e += q.width) {
            const auto at = [&](long_index_t k) {
                return offsets[i + static_cast<std::size_t>(e + k) * apart];
            };
            const long_index_t first = at(0);
            for (long_index_t k = 0; k < q.width; ++k) {
                const bool there = index[dim] + e + k < lengths[dim];
                if (there && (first == no_offset ? at(k) == first
                                                 : at(k) == first + k && first % q.width == 0))
                    continue;
                layout_index wrong = index;
                wrong[dim] += e;
                return {1,
                        fmt::format("the {} elements from {} on are no aligned vector", q.width,
                                    print_index(wrong)),
                        true};
            }
            if (first != no_offset) add_words(first, q, words);
        }
        const std::size_t ways = devices::most_in_one_bank(words);
        if (ways <= worst.ways) continue;
        worst = {ways, fmt::format("{} of the lanes from {} on", conflict_text(ways),
                                   print_index(index))};
    }
    return worst;
}

// Without the terms that are multiples of 2^n, whatever the names are.
polynomial rest_modulo(const assumptions& given, const polynomial& p, long_index_t modulus) {
    polynomial rest;
    for (const auto& [names, factor] : p.terms()) {
        polynomial term = factor;
        for (const std::string& name : names) term = term * polynomial::name(name);
        if (given.divisor_of(term) % modulus != 0) rest = rest + term;
    }
    return rest;
}

class symbolic_banks {
  public:
    symbolic_banks(const named_layout& l, const bank_question& q) : l_(l), q_(q) {}

    // Throws no_polynomial where there are too many cases.
    std::size_t most() {
        const std::vector<polynomial>& lengths = l_.lengths();
        std::vector<long_index_t> cases(lengths.size(), 1);
        const bool flips = std::ranges::any_of(l_.places(), [](const place& p) {
            return p.kind == transform_kind::xor_ || p.kind == transform_kind::gather;
        });
        std::size_t all = 1;
        for (std::size_t d = 0; d < lengths.size(); ++d) {
            if (static_cast<int>(d) == q_.dim)
                cases[d] = (lengths[d].number().value_or(1) + step() - 1) / step();
            else if (flips)
                cases[d] = lengths[d].number().value_or(period());
            if (cases[d] == 0) return 1;
            all *= static_cast<std::size_t>(cases[d]);
            if (all > most_cases)
                throw no_polynomial(
                    fmt::format("there are more than {} positions to tell apart", most_cases));
        }
        std::size_t worst = 1;
        for (std::size_t i = 0; i < all; ++i)
            worst = std::max(worst, at_position(static_cast<long_index_t>(i), cases));
        return worst;
    }

  private:
    long_index_t period() const {
        return static_cast<long_index_t>(devices::banks * devices::bank_bytes) / q_.element_bytes;
    }

    long_index_t step() const { return static_cast<long_index_t>(lanes_of(q_)) * q_.width; }

    // Each index is one of its cases, or any of those `period()` apart; the first lane's, of those `step()` apart.
    std::size_t at_position(long_index_t position, const std::vector<long_index_t>& cases) {
        const auto lanes = static_cast<long_index_t>(lanes_of(q_));
        assumptions given = l_.given();
        const auto groups = [&](const polynomial& length, long_index_t of) {
            return given.quotient(length + of - 1, of, "");
        };
        std::vector<std::pair<polynomial, polynomial>> parts;  // how many there are, how far apart
        layout_index first;
        for (std::size_t d = 0; d < cases.size(); ++d) {
            const polynomial& n = l_.lengths()[d];
            const bool along = static_cast<int>(d) == q_.dim;
            const long_index_t rest = position % cases[d];
            position /= cases[d];
            first.push_back(along ? rest * step() : rest);
            if (n.number() && (along || cases[d] > 1))
                parts.emplace_back(1, 0);
            else if (along)
                parts.emplace_back(groups(n, step()), step());
            else if (cases[d] == 1)
                parts.emplace_back(n, 1);
            else
                parts.emplace_back(groups(n, period()), period());
        }
        symbolic_offsets of(given);
        std::vector<polynomial> index;
        for (std::size_t d = 0; d < cases.size(); ++d)
            index.push_back(of.index(fmt::format("i{}'", d), parts[d].first) * parts[d].second +
                            first[d]);
        std::vector<polynomial> offsets;
        for (long_index_t lane = 0; lane < lanes; ++lane) {
            for (long_index_t k = 0; k < q_.width; ++k) {
                std::vector<polynomial> at = index;
                const auto dim = static_cast<std::size_t>(q_.dim);
                at[dim] = at[dim] + lane * q_.width + k;
                if (const auto n = l_.lengths()[dim].number(); n && *at[dim].number() >= *n)
                    return worst_of(of, offsets);  // the last group, which may be shorter
                const polynomial offset = of.element_at(l_, at).offset;
                if (k == 0)
                    offsets.push_back(offset);
                else if (!(offset - offsets.back() == polynomial(k)))
                    throw no_polynomial(
                        fmt::format("{} elements are not seen to be a vector", q_.width));
            }
            if (!rest_modulo(of.given(), offsets.back(), q_.width).is(0))
                throw no_polynomial(
                    fmt::format("vectors of {} are not seen to be aligned", q_.width));
        }
        return worst_of(of, offsets);
    }

    // For every rest that a name may leave.
    std::size_t worst_of(const symbolic_offsets& of, const std::vector<polynomial>& offsets) {
        if (offsets.empty()) return 1;
        const long_index_t in_word = std::max<long_index_t>(
            1, static_cast<long_index_t>(devices::bank_bytes) / q_.element_bytes);
        const polynomial start = rest_modulo(of.given(), offsets[0], in_word);
        std::vector<polynomial> from_start;
        values names;
        start.add_names(names);
        for (const polynomial& p : offsets) {
            from_start.push_back(p - offsets[0]);
            rest_modulo(of.given(), from_start.back(), period()).add_names(names);
        }
        std::size_t all = 1;
        for (std::size_t n = 0; n < names.size(); ++n) {
            all *= static_cast<std::size_t>(period());
            if (all > most_cases)
                throw no_polynomial(
                    fmt::format("the distances of lanes depend on too many names, as in {}",
                                from_start.back().text()));
        }
        std::size_t worst = 1;
        for (std::size_t i = 0; i < all; ++i) {
            auto left = static_cast<long_index_t>(i);
            for (auto& [name, rest] : names) {
                rest = left % period();
                left /= period();
            }
            worst = std::max(worst, ways(of.given(), from_start, start.value(names), names));
        }
        return worst;
    }

    // Lanes have the same word where their distances from the first one have the same names and numbers of one word.
    std::size_t ways(const assumptions& given, const std::vector<polynomial>& from_start,
                     long_index_t start, const values& names) const {
        const auto modulo = [](long_index_t a, long_index_t m) { return ((a % m) + m) % m; };
        const long_index_t in_word = static_cast<long_index_t>(devices::bank_bytes);
        const long_index_t first = modulo(start * q_.element_bytes, in_word);
        std::map<long_index_t, std::set<std::pair<polynomial, long_index_t>>> banks;
        for (const polynomial& p : from_start) {
            const auto at = p.terms().find({});
            const long_index_t number = at == p.terms().end() ? 0 : at->second;
            const polynomial of_names = p - number;
            const long_index_t elements =
                number + modulo(rest_modulo(given, of_names, period()).value(names), period());
            for (long_index_t b = 0; b < q_.width * q_.element_bytes; ++b) {
                const long_index_t byte = first + elements * q_.element_bytes + b;
                const long_index_t word = (byte - modulo(byte, in_word)) / in_word;
                banks[modulo(word, static_cast<long_index_t>(devices::banks))].emplace(of_names,
                                                                                       word);
            }
        }
        std::size_t most = 1;
        for (const auto& [bank, words] : banks) most = std::max(most, words.size());
        return most;
    }

    const named_layout& l_;
    const bank_question& q_;
};

}  // namespace

bank_question bank_question_of(const std::string& text, long_index_t element_bytes) {
    bank_question q{.element_bytes = element_bytes};
    const char* const end = text.data() + text.size();
    auto [at, error] = std::from_chars(text.data(), end, q.dim);
    if (error == std::errc() && at != end && *at == 'x') {
        const auto width = std::from_chars(at + 1, end, q.width);
        at = width.ptr, error = width.ec;
    }
    const long_index_t bytes = q.width * element_bytes;
    if (error != std::errc() || at != end || q.dim < 0 || q.width < 1 || q.width > 16)
        throw layout_error(
            fmt::format("--banks '{}' is no dim with the elements that a lane accesses at once; "
                        "write, for instance, 0 "
                        "or 1x8.",
                        text));
    if (bytes > 16 || (bytes & (bytes - 1)) != 0)
        throw layout_error(
            fmt::format("--banks {} accesses {} elements of {} bytes, {} bytes, at once; a lane "
                        "accesses 1, 2, 4, 8 or 16.",
                        text, q.width, element_bytes, bytes));
    return q;
}

bank_answer banks_of(const named_layout& l, const bank_question& q, const answer_options& o) {
    if (q.dim >= std::ssize(l.lengths()))
        throw layout_error(fmt::format("--banks names dim {}, but the layout has {} dims.", q.dim,
                                       l.lengths().size()));
    bank_answer a;
    std::size_t worst = 1;
    const auto try_size = [&](values v) {
        try {
            if (!l.given().complete(v)) return true;
            for (const polynomial& p : a.wide) (void)p.value(v);
            if (!is_small(l, v)) return true;
            const worst_request found = worst_at(l, v, q);
            if (found.sentence.empty()) {
                ++a.held;
            } else if (found.no_vector || found.ways > worst) {
                worst = found.ways;
                a.what = verdict::refuted;
                a.sizes = l.given().say(v);
                a.why = found.sentence;
                return !found.no_vector;
            }
        } catch (const number_too_large&) {
            // beyond the limits, which the answer names
        } catch (const layout_error& e) {
            a.what = verdict::refuted;
            a.sizes = l.given().say(v);
            a.why = fmt::format("the layout is refused. {}", e.what());
            return false;
        }
        return true;
    };
    try {
        a.wide = limits_of(l, true);
        if (o.try_sizes) each_small_size(l.given(), o.seconds, try_size);
        if (a.held == 0 && a.what != verdict::refuted) require_values(l.given());
        const lemma_book book;
        asked_queries asked;
        const proof_search found = search_proof(book, properties::law_id::L1, l);
        std::string doubt = found.missing;
        if (found.found) doubt = check_proof(book, properties::law_id::L1, l, found.steps, asked);
        if (l.given().names().empty() && (a.held > 0 || worst > 1))
            a.most = worst;  // of all positions
        else if (doubt.empty())
            a.most = symbolic_banks(l, q).most();
        if (a.what == verdict::refuted) return a;
        if (a.most == 1) a.what = verdict::proved;
        a.why = !doubt.empty() ? doubt
                : a.most == 1  ? "no bank conflict"
                               : fmt::format("no more than {} is known", conflict_text(a.most));
    } catch (const no_polynomial& e) {
        if (a.what != verdict::refuted) a.why = e.what();
    } catch (const number_too_large& e) {
        if (a.what != verdict::refuted) a.why = e.what();
    }
    return a;
}

std::string text_of(const named_layout& l, const bank_question& q, const bank_answer& a) {
    std::string text = system::wrapped(l.text(), "layout   ");
    text += system::wrapped(l.given().names().empty() ? "no names" : l.given().text(), "for      ");
    text += system::wrapped(limit_text(a.wide, "63"), "64 bits  ");
    text += system::wrapped(
        fmt::format("{} at once along dim {}, {} element{} of {} bytes each", lanes_of(q), q.dim,
                    q.width, q.width == 1 ? "" : "s", q.element_bytes),
        "lanes    ");
    std::string rest = a.sizes.empty() ? a.why : a.sizes + ": " + a.why;
    if (a.what == verdict::refuted && a.most > 1)
        rest += fmt::format("; at most {} for all sizes", conflict_text(a.most));
    if (a.what != verdict::refuted && a.held > 0) rest += fmt::format("; held at {} sizes", a.held);
    return text + '\n' +
           system::wrapped(rest, fmt::format("{:<13} {:<12} ", "banks", name(a.what)));
}

nlohmann::ordered_json json_of(const named_layout& l, const bank_answer& a) {
    nlohmann::ordered_json j = {{"layout", l.text()},
                                {"for", l.given().text()},
                                {"limit_64_bits", limit_text(a.wide, "63")},
                                {"banks", name(a.what)},
                                {"why", a.why},
                                {"held", a.held}};
    if (!a.sizes.empty()) j["sizes"] = a.sizes;
    if (a.most > 0) j["most"] = a.most;
    return j;
}

}  // namespace tileproof::prove
